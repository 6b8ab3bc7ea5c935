// @ts-check

/**
 * Calls back whenever something changed in the workspace, and when the connection is there, at first or again. A browser that
 * reconnects is told what it missed.
 * @param {() => void} changed
 * @param {(connected: boolean) => void} connection
 */
export function watchChanges(changed, connection) {
  const source = new EventSource('/changes');
  source.onmessage = () => changed();
  source.onopen = () => connection(true);
  source.onerror = () => connection(false);
}
