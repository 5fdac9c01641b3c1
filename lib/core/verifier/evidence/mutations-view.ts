import { deliveredMutations } from '../../engine/evidence/applied-mutations-view'
import { differencesOf } from '../../shared/mutations/differences'
import type { KeptMutations } from '../../shared/ports/session-options'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import { mutationsOf, signatureChangesOf } from '../deviations/mutated'
import { requestPairs } from '../read/request/mutated-session'
import type { LinkContext } from '../read/request/verifier-link'
import { isSecretName } from '../redaction/verifier-redaction'

/** `null` in a session without mutations. Replies that went out tell where they differ themselves, in place of samples. */
export function mutationsView(
  session: PresentationSession,
  events: readonly StoredEvent[],
  context: LinkContext,
): KeptMutations | null {
  const { mutated, expect = 'answer' } = session.options
  if (mutated === undefined) return null
  const operations = mutationsOf(session)
  const kept: KeptMutations = {
    operations: operations.map(({ index: _, ...one }) => one),
    differences: [
      ...requestPairs(session, context).flatMap(({ target, entry, right, sent }) =>
        differencesOf(right, sent, isSecretName).map((one) => ({
          target,
          ...(entry === undefined ? {} : { entry }),
          ...one,
        })),
      ),
      ...signatureChangesOf(operations).map((is) => ({ target: 'signature', pointer: '', was: 'right', is })),
    ],
    same_as: mutated.same_as,
    expect,
    ...(mutated.expected_by === undefined ? {} : { expected_by: mutated.expected_by }),
    source: mutated.source,
  }
  return deliveredMutations(kept, events)
}
