import { type PersonInSlack, personAt } from '../slack/people.ts';

/** Somebody in the workspace, with what only scenarios need of them. */
export interface Person extends PersonInSlack {
  /** Closes their form without submitting it. */
  closeForm(id: string): Promise<void>;
}

export const personIn = (url: string, user: string): Person => ({
  ...personAt(url, user),
  async closeForm(id) {
    await fetch(`${url}/people/${user}/views/${id}/close`, { method: 'POST', body: '{}' });
  },
});
