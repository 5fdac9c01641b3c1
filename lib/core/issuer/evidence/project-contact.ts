import { contactView } from '../../engine/evidence/contact-view'
import type { ContactView } from '../../engine/evidence/session-view'
import { linkHint, reachHints } from '../../engine/evidence/what-to-check'
import type { IssuanceSession, StoredExchange } from '../../ground/ports/store-types'

/** Whether a wallet has contacted the service at all. Until then, lists what to check, most likely cause first. */
export function projectContact({
  session,
  exchanges,
  baseUrl,
}: {
  readonly session: IssuanceSession
  readonly exchanges: readonly StoredExchange[]
  readonly baseUrl: string
}): ContactView {
  return contactView(exchanges, () => whatToCheck(session, baseUrl))
}

const whatToCheck = ({ options, credentialOfferMode, laboratory }: IssuanceSession, baseUrl: string): string[] => [
  ...reachHints(baseUrl),
  linkHint(options.scheme),
  // Every request to a laboratory names its session.
  ...(credentialOfferMode === 'credential_offer' && laboratory === undefined
    ? [
        `The offer is in the link itself. A wallet that has only read metadata names no session: look for its requests at ${baseUrl}/ledger.`,
      ]
    : []),
]
