import {LitElement, html} from 'lit';

/** Lets one in, and says who one is. */
class App extends LitElement {
  static properties = {who: {state: true}, problem: {state: true}};

  constructor() {
    super();
    this.who = null;
    this.problem = '';
  }

  createRenderRoot() {
    return this;
  }

  async connectedCallback() {
    super.connectedCallback();
    const link = location.hash.slice(1);
    if (location.pathname === '/ui/login' && link) {
      history.replaceState(null, '', '/ui/login');
      await this.login({link});
    } else {
      await this.look();
    }
  }

  async look() {
    const answer = await fetch('/api/tokens/self');
    this.who = answer.ok ? await answer.json() : null;
  }

  /** @param {{token: string} | {link: string}} credential */
  async login(credential) {
    const answer = await fetch('/api/console/login', {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(credential),
    });
    this.problem = answer.ok ? '' : (await answer.json()).detail;
    await this.look();
  }

  async logout() {
    await fetch('/api/console/logout', {method: 'POST'});
    await this.look();
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.login({token: String(new FormData(form).get('token'))});
  }

  render() {
    return this.who
      ? html`<main><h1>Parley</h1><p>${this.who.role} ${this.who.name}</p>
          <button @click=${this.logout}>Log out</button></main>`
      : html`<main><h1>Parley</h1>
          <form @submit=${this.submit}>
            <label>Token <input name="token" type="password" autocomplete="off" required></label>
            <button>Log in</button>
          </form>
          <p role="alert">${this.problem}</p></main>`;
  }
}

customElements.define('parley-app', App);
