import { z } from 'zod';
import { canonicalText, readJson } from '../domain/canonical-json.ts';
import type { Clock } from '../ports/clock.ts';
import type { Tool, ToolContext, ToolOutput } from '../ports/tools.ts';
import { defineTool } from '../tools/define-tool.ts';
import type { Shop } from './shop-database.ts';

const orderId = z
  .string()
  .regex(/^\d{3,6}$/, 'expected an order number')
  .describe('Order number, digits only');

/** The shop's tools: one that reads, one that may be repeated, one that must happen once. */
export function shopTools(shop: Shop, clock: Clock): readonly Tool[] {
  const run = (tool: string, args: object, { idempotencyKey }: ToolContext, change: () => void): void => {
    const reading = readJson(JSON.stringify(args));
    if (reading.kind === 'refused') throw new Error('arguments have no canonical text');
    shop.execute({ tool, argsJson: canonicalText(reading.value), idempotencyKey, at: clock.now() }, change);
  };
  return [
    defineTool({
      name: 'shop.find_orders',
      title: 'Find orders',
      description: 'Finds orders by number, customer or item.',
      input: z.object({ query: z.string().min(1).max(100).describe('Order number, customer or item') }),
      version: '1',
      capabilities: ['fixed-connector-read'],
      effect: 'read',
      run: ({ query }) => text(JSON.stringify(shop.find(query))),
    }),
    defineTool({
      name: 'shop.add_note',
      title: 'Add a note to an order',
      description: 'Adds a note to an order.',
      input: z.object({ order_id: orderId, text: z.string().min(1).max(5000).describe('The note') }),
      version: '1',
      capabilities: ['mutate-external'],
      effect: 'idempotent',
      cacheable: true,
      run(args, context) {
        if (shop.order(args.order_id) === undefined) return notFound(args.order_id);
        run('shop.add_note', args, context, () => shop.addNote(args.order_id, args.text));
        return text(JSON.stringify({ ok: true, order_id: args.order_id }));
      },
    }),
    defineTool({
      name: 'shop.issue_refund',
      title: 'Issue a refund',
      description: 'Refunds an order. This moves money and cannot be undone.',
      input: z.object({
        order_id: orderId,
        amount_cents: z.int().min(1).max(1_000_000).describe('Amount in cents'),
        reason: z.string().max(2000).optional().describe('Shown to the customer'),
        notify: z.boolean().optional().describe('Send the customer an e-mail'),
        method: z.enum(['original', 'store-credit', 'bank-transfer']).optional().describe('How the money goes back'),
      }),
      version: '1',
      capabilities: ['mutate-external'],
      effect: 'once',
      destructive: true,
      run(args, context) {
        const order = shop.order(args.order_id);
        if (order === undefined) return notFound(args.order_id);
        run('shop.issue_refund', args, context, () => shop.setStatus(order.id, 'refunded'));
        return text(JSON.stringify({ ok: true, order_id: order.id, refunded_cents: args.amount_cents }));
      },
    }),
  ];
}

const text = (value: string): ToolOutput => ({ text: value, isError: false });
const notFound = (id: string): ToolOutput => ({ text: `There is no order ${id}.`, isError: true });
