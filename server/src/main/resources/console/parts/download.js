/** Hands the browser a file that was put together here. @param {string} name @param {string[]} parts @param {string} type */
export function download(name, parts, type) {
    const address = URL.createObjectURL(new Blob(parts, { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
