import { contactView } from '../../engine/evidence/contact-view'
import type { ContactView } from '../../engine/evidence/session-view'
import { linkHint, reachHints } from '../../engine/evidence/what-to-check'
import type { PresentationSession, StoredExchange } from '../../ground/ports/store-types'

/** Whether a wallet has contacted the service at all. Until then, lists what to check, most likely cause first. */
export const presentationContact = ({
  session: { scheme, requestDelivery, dcApi },
  exchanges,
  baseUrl,
}: {
  readonly session: PresentationSession
  readonly exchanges: readonly StoredExchange[]
  readonly baseUrl: string
}): ContactView =>
  contactView(exchanges, () => [
    ...reachHints(baseUrl),
    dcApi === undefined
      ? linkHint(scheme)
      : 'Open the page of the session in a browser that has the Digital Credentials API, on a device with a wallet.',
    ...(dcApi === undefined && requestDelivery === 'by_value'
      ? [
          'The request is in the link itself, so a wallet that reads it and stops sends nothing at all: create a session by reference to see how far it gets.',
        ]
      : []),
  ])
