import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { PresentationSession } from '../../ground/ports/store-types'
import type { TrustKeys } from '../../ground/ports/trust'
import type { ListChanges } from '../../ground/trust/lists/make/sign-list'
import { flipBit } from './compact-jws'
import { deviationOf } from './index'
import { underCertificate } from './list-changes'

/** What is wrong with the list of PID providers, by the member `trusted_list`. */
const wrongLists: Readonly<Record<string, (keys: TrustKeys) => ListChanges>> = {
  not_listed: ({ strangers }) => ({ content: underCertificate(strangers.operator.x5c[0] ?? '') }),
  bad_signature: () => ({ token: flipBit }),
  unreachable: () => ({ unreachable: true }),
}

/** What the addresses of a presentation serve wrong, by its test. */
export function wrongTrustOf(session: PresentationSession, keys: TrustKeys): WrongTrust {
  const ofTest = deviationOf(session)?.changes.trust?.served?.(keys) ?? {}
  const { trusted_list: kind } = session.options
  const change = kind === undefined ? undefined : wrongLists[kind]?.(keys)
  return change === undefined ? ofTest : { ...ofTest, lists: { 'pid-providers': change, ...ofTest.lists } }
}
