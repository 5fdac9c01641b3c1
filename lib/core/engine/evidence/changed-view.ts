import { z } from 'zod'
import type { KeptMutations } from '../../shared/ports/session-options'
import { typed } from './z-session-view'

/** What a session gets wrong because its tester asked for it, in a read-back. */
export const zChangedView = typed<KeptMutations>(z.looseObject({})).meta({
  'x-extension': true,
  description:
    'What the tester changed on purpose: operations as asked for, differences of each document, the named test that gives the same (same_as), and what is expected. Absent without mutations.',
})
