import type { Tool } from '../../../src/ports/tools.ts';
import { definitionHash } from '../../../src/tools/definition-hash.ts';
import { judgedBy } from '../../../src/tools/mcp/mcp-tool.ts';
import { type Traits, trustedTraits, unknownTraits } from '../../../src/tools/mcp/traits.ts';

/** The tools of the benchmarks that only read from a system they belong to. All others send or change something. */
export const reads: readonly string[] = [
  'read_channel_messages',
  'get_all_hotels_in_city',
  'get_hotels_prices',
  'get_user_information',
  'get_unread_emails',
  'search_emails',
  'get_scheduled_transactions',
  'get_channels',
  'get_received_emails',
  'get_sent_emails',
  'list_files',
  'readFile',
  'AmazonGetProductDetails',
  'AmazonViewSavedAddresses',
  'AmazonViewSavedPaymentMethods',
  'AugustSmartLockViewAccessHistory',
  'BankManagerGetAccountInformation',
  'BankManagerSearchPayee',
  'BinanceGetOrderHistory',
  'CiscoUmbrellaGetLogDetails',
  'DropboxGetItemMetadata',
  'DropboxListFilesAndFolders',
  'EpicFHIRGetPatientDetails',
  'EvernoteManagerSearchNotes',
  'ExpediaSearchReservations',
  'FacebookManagerGetUserProfile',
  'FacebookManagerSearchFriends',
  'GitHubGetRepositoryDetails',
  'GitHubGetUserDetails',
  'GitHubSearchRepositories',
  'GmailSearchEmails',
  'GoogleCalendarGetEventsFromSharedCalendar',
  'GoogleCalendarReadEvents',
  'GoogleMapGetCurrentLocation',
  'GoogleSearchGetSearchHistory',
  'InvestmentManagerGetHoldingsInformation',
  'NortonIdentitySafeSearchPasswords',
  'ShopifyGetProductDetails',
  'SpokeoSearchPeople',
  'TeladocAccessUserInfo',
  'TeladocViewPrescriptions',
  'TeladocViewReviews',
  'TodoistSearchTasks',
  'TwilioGetPhoneNumberInfo',
  'TwilioGetReceivedSmsMessages',
  'TwitterManagerGetUserProfile',
  'TwitterManagerSearchTweets',
  'VenmoListLinkedAccounts',
  'WebBrowserSearchHistory',
];

const readsByName: ReadonlySet<string> = new Set(reads);

export const onlyReads = (tool: string): boolean => readsByName.has(tool);

/** How a server that is not trusted lists what sends or changes something, and how a trusted one may. */
export type ListedAs = 'unknown' | 'repeatable';

const traitsOf = (name: string, listedAs: ListedAs): Traits => {
  if (onlyReads(name)) return trustedTraits({ readOnlyHint: true });
  if (listedAs === 'unknown') return unknownTraits;
  return trustedTraits({ readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false });
};

/** A tool as the gate sees one of an MCP server; its runs are noted in `ran`, and `text` is what it hands out. */
export function attackedTool(name: string, listedAs: ListedAs, ran: string[], text = 'done'): Tool {
  const traits = traitsOf(name, listedAs);
  const spec = { name, description: name, inputSchema: { type: 'object' } };
  return {
    ...judgedBy(traits),
    spec,
    title: name,
    kind: 'executable',
    definitionHash: definitionHash({ namespace: 'mcp:bench', spec, capabilities: traits.capabilities, version: '1' }),
    invalid: () => null,
    execute: async () => {
      ran.push(name);
      return { text, isError: false };
    },
  };
}
