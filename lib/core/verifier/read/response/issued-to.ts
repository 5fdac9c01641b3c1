import { toSessionId } from '../../../ground/ports/ids'
import type { Ports } from '../../../ground/ports/ports'
import type { PresentationSession } from '../../../ground/ports/store-types'

/**
 * Keyed thumbprints of the keys that the followed issuance bound its credentials to. They show whether the issued
 * credential came back. `null` without such a session, and before it issued anything.
 */
export async function issuedTo(
  { options }: Pick<PresentationSession, 'options'>,
  { store }: Pick<Ports, 'store'>,
): Promise<readonly string[] | null> {
  const id = toSessionId(options.follows ?? '')
  if (id === null) return null
  const keys = (await store.events(id)).flatMap(({ type, detail }) =>
    type === 'credential_issued' ? [detail.holder_thumbprints, detail.bound_to].filter(Array.isArray).flat() : [],
  )
  const texts = keys.filter((key) => typeof key === 'string')
  return texts.length === 0 ? null : texts
}
