import { type ApprovalTimes, approvalScript, askAndApprove } from '../service/approval.ts';
import type { Person } from '../service/person.ts';
import type { Service } from '../service/start-service.ts';

/** So many conversations begin at a steady rate, whether or not earlier ones are through. */
export async function approvalsAtRate(
  service: Service,
  person: Person,
  count: number,
  perSecond: number,
): Promise<readonly ApprovalTimes[]> {
  const from = performance.now();
  const running: Promise<ApprovalTimes>[] = [];
  for (let i = 0; i < count; i += 1) {
    const left = from + (i / perSecond) * 1_000 - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    running.push(askAndApprove(service, person, approvalScript(`order-${i}`)));
  }
  return await Promise.all(running);
}
