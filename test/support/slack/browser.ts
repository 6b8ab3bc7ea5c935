/** What a browser ends up with: the last page, and where it came from. */
export interface Visit {
  readonly status: number;
  readonly text: string;
  /** Where a redirect leads; empty for a page. */
  readonly location: string;
}

/** A person's browser: it keeps the bot's cookie and follows no link by itself. */
export function browserAt(botUrl: string) {
  let cookie = '';

  const go = async (url: string): Promise<Visit> => {
    const isOurs = url.startsWith(botUrl);
    const response = await fetch(url, { redirect: 'manual', headers: isOurs && cookie !== '' ? { cookie } : {} });
    const [set] = response.headers.getSetCookie();
    if (isOurs && set !== undefined) cookie = set.split(';')[0] ?? '';
    const text = await response.text();
    return { status: response.status, text, location: response.headers.get('location') ?? '' };
  };

  /** Begins an installation; gives the address that Slack sends the browser back to. */
  const consent = async (place: string): Promise<string> => {
    const begun = await go(`${botUrl}/slack/install`);
    return (await go(`${begun.location}&team=${place}`)).location;
  };

  return {
    go,
    consent,
    async install(place: string): Promise<Visit> {
      return await go(await consent(place));
    },
  };
}
