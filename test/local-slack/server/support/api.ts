import { isObject, type JsonObject, parseJson } from '../../../../src/local-slack/server/json.ts';

/** Calls a Web API method as a form, the way Slack's SDK does; answers the JSON. */
export async function api(
  workspace: { readonly url: string },
  method: string,
  args: JsonObject = {},
  token = 'xoxb-local',
): Promise<JsonObject> {
  const fields = Object.entries(args).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const response = await fetch(`${workspace.url}/api/${method}`, {
    method: 'POST',
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields),
  });
  const parsed = parseJson(await response.text());
  return isObject(parsed?.value) ? parsed.value : {};
}

/** The error of a call that Slack refuses, `undefined` for one that it does. */
export async function errorOf(...call: Parameters<typeof api>): Promise<unknown> {
  return (await api(...call))['error'];
}
