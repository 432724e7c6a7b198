// Adds the token that the conformance suite has no way to send; all else passes as it is, Host and Origin above all.
import http from 'node:http';

const [hub] = process.argv.slice(2);
const server = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${process.env.PARLEY_TOKEN}` };
  const { method, url: path } = request;
  const onward = http.request({ host: '127.0.0.1', port: hub, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
