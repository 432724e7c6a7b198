import { at, query } from '../lib/api.js';

/** Where a run is shown, at one of its messages if that is given. @param {string} run @param {number} [seq] */
export const runAddress = (run, seq) => '/ui' + at`/runs/${run}` + query({ at: seq });
