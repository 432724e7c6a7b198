import { html } from 'lit';

/**
 * The views, in the order of the rail. A view is loaded when it is first shown.
 *
 * @typedef {import('./lib/route.js').Route} Route
 * @type {{path: string, name: string, key: string, show: (route: Route, me: any) => unknown}[]}
 */
export const VIEWS = [
    {
        path: 'runs',
        name: 'Runs',
        key: 'r',
        show: route => {
            if (route.id) {
                import('./views/run.js');
                return html`<parley-run .route=${route}></parley-run>`;
            }
            import('./views/runs.js');
            return html`<parley-runs .route=${route}></parley-runs>`;
        },
    },
    view('inbox', 'Inbox', 'i', () => import('./views/inbox.js'), route => html`<parley-inbox .route=${route}></parley-inbox>`),
    view('sessions', 'Sessions', 's', () => import('./views/sessions.js'), route => html`<parley-sessions .route=${route}></parley-sessions>`),
    view('tasks', 'Tasks', 't', () => import('./views/tasks.js'), route => html`<parley-tasks .route=${route}></parley-tasks>`),
    view('agents', 'Agents', 'a', () => import('./views/agents.js'), route => html`<parley-agents .route=${route}></parley-agents>`),
    view('flow', 'Flow', 'f', () => import('./views/flow.js'), route => html`<parley-flow .route=${route}></parley-flow>`),
    view('topics', 'Topics', 'p', () => import('./views/topics.js'), route => html`<parley-topics .route=${route}></parley-topics>`),
    view('dead-letters', 'Dead letters', 'd', () => import('./views/dead-letters.js'), route => html`<parley-dead-letters .route=${route}></parley-dead-letters>`),
    view('audit', 'Audit', 'u', () => import('./views/audit.js'), route => html`<parley-audit .route=${route}></parley-audit>`),
    view('tools', 'Tools', 'o', () => import('./views/tools.js'), route => html`<parley-tools .route=${route}></parley-tools>`),
    view('metrics', 'Metrics', 'm', () => import('./views/metrics.js'), route => html`<parley-metrics .route=${route}></parley-metrics>`),
    view('settings', 'Settings', 'e', () => import('./views/settings.js'), (route, me) => html`<parley-settings .route=${route} .me=${me}></parley-settings>`),
];

/**
 * @param {string} path
 * @param {string} name
 * @param {string} key
 * @param {() => Promise<unknown>} load
 * @param {(route: Route, me: any) => unknown} element
 */
function view(path, name, key, load, element) {
    return {
        path,
        name,
        key,
        show: (/** @type {Route} */ route, /** @type {any} */ me) => {
            load();
            return element(route, me);
        },
    };
}
