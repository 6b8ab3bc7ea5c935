import type { Approval } from '../../domain/approvals.ts';
import { button } from './buttons.ts';
import type { Message } from './message.ts';
import { fallback, header, lines, words } from './rich.ts';

/** The least a card can be, for when Slack refused the real one. Nothing can be approved on it, only in the full view. */
export function bareCard({ request, status }: Approval): Message {
  const title = `${status.kind === 'pending' ? 'Approval needed' : 'Settled'}: ${request.title}`;
  const value = request.approvalId;
  return {
    text: fallback(title),
    blocks: [
      header(title),
      lines([[words('Its details could not be shown here.')]]),
      ...(status.kind === 'pending'
        ? [
            {
              type: 'actions' as const,
              elements: [
                button({ action: 'view_all', label: 'View all to approve', value, style: 'primary' }),
                button({ action: 'deny', label: 'Deny', value, style: 'danger' }),
              ],
            },
          ]
        : []),
    ],
  };
}
