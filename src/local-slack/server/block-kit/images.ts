import { LIMITS } from './limits.ts';
import { type Check, inside, problem, type Rule, refined, shape, typed } from './rule.ts';
import { plainText } from './text-objects.ts';
import { id, link, someText, text } from './values.ts';

const exactlyOneReference: Check = (file, at) =>
  (file['id'] === undefined) === (file['url'] === undefined) ? [problem(at, 'must define either `id` or `url`')] : [];

const slackFile: Rule = refined(shape({}, { id: someText, url: link }), exactlyOneReference);

const exactlyOneSource: Check = (image, at) =>
  (image['image_url'] === undefined) === (image['slack_file'] === undefined)
    ? [problem(at, 'must define either `image_url` or `slack_file`')]
    : [];

/** Slack downloads the picture while it validates. Offline we can only say which addresses it can never reach. */
const reachable: Check = (image, at) =>
  typeof image['image_url'] !== 'string' || isPublicAddress(image['image_url'])
    ? []
    : [problem(inside(at, 'image_url'), 'downloading image failed')];

const source = { image_url: link, slack_file: slackFile };

export const imageElement: Rule = refined(
  typed('image', { alt_text: text(LIMITS.image.alt) }, source),
  exactlyOneSource,
  reachable,
);

export const imageBlock: Rule = refined(
  typed(
    'image',
    { alt_text: text(LIMITS.image.alt) },
    { ...source, title: plainText(LIMITS.image.title), block_id: id },
  ),
  exactlyOneSource,
  reachable,
);

const PRIVATE_IPV4 = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;

function isPublicAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return hostname.includes('.') && !hostname.endsWith('.local') && !PRIVATE_IPV4.test(hostname);
}
