import { flowWords, offerModeWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ExplainedTree } from '../explained-tree'
import { Facts } from '../facts'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function dpopWords({ dpop_jwk }: IssuanceSessionView['observed']): string | null {
  if (!dpop_jwk.observed) return null
  return dpop_jwk.thumbprints.length > 1 ? `${dpop_jwk.thumbprints.length} keys` : 'one key throughout'
}

function proofWords({ proofs, key_attestation }: IssuanceSessionView['observed']): string | null {
  const types = [...new Set(proofs.map(({ proof_type }) => text(proof_type)).filter((type) => type !== null))]
  if (types.length === 0) return null
  return `${types.join(', ')}${key_attestation.present === true ? ' with key attestation' : ''}`
}

/** Session options, and what the wallet revealed about itself. */
export function IssuerFacts({ session }: { readonly session: IssuanceSessionView }) {
  const { observed } = session
  const clientId = observed.client_id.value
  return (
    <Panel labelledBy="facts">
      <PanelHeading id="facts" title="Session" />
      <div className="p-4">
        <Facts
          facts={[
            [
              'Issuer',
              session.laboratory === undefined
                ? session.issuer_configuration_id
                : `laboratory, made from ${session.issuer_configuration_id}`,
            ],
            [
              'Credential',
              <code key="c" className="wire text-xs">
                {session.credential_configuration_id}
              </code>,
            ],
            [
              'Trust',
              session.trust === undefined ? null : (
                <a key="u" className="link" href="#trust">
                  European
                </a>
              ),
            ],
            ['Flow', flowWords[session.flow]],
            ['Offer', offerModeWords[session.credential_offer_mode]],
            ['Client', clientId === null ? null : isObject(clientId) ? 'redacted' : String(clientId)],
            ['Program', observed.user_agents.join(', ')],
            ['DPoP', dpopWords(observed)],
            ['Proof', proofWords(observed)],
            [
              'Issued',
              observed.issued.length === 0
                ? null
                : `${observed.issued.length} ${observed.issued.length === 1 ? 'credential' : 'credentials'}`,
            ],
          ]}
        />
      </div>
    </Panel>
  )
}

interface OfferPanelProps {
  readonly deeplink: string
  /** Hosted offer, if the link points to one. */
  readonly hosted: JsonObject | null
  /** Whether the session alters one of its answers, possibly the hosted offer. */
  readonly altered: boolean
}

/** The offer, by value or by reference. Its code is live: the tester may see it, the evidence never contains it. */
export function OfferPanel({ deeplink, hosted, altered }: OfferPanelProps) {
  const link = offerOfDeeplink(deeplink)
  const offer = link.mode === 'value' || link.mode === 'both' ? link.offer : hosted
  return (
    <Panel labelledBy="offer">
      <PanelHeading id="offer" title="What is offered" aside={places[link.mode]} />
      <div className="grid gap-3 p-4">
        {'url' in link && <p className="wire text-xs text-ink-2">{link.url}</p>}
        {offer !== null && link.mode !== 'unreadable' && <ExplainedTree value={offer} openDepth={4} />}
        {link.mode === 'reference' && altered && (
          <p className="text-sm text-ink-2">Shown without the fault of this session, which may change it.</p>
        )}
        {link.mode === 'unreadable' && <p className="text-sm text-ink-2">The link holds no offer that can be read.</p>}
      </div>
    </Panel>
  )
}

const places = {
  value: 'in the link itself',
  reference: 'at the address in the link',
  both: 'in the link itself, and at the address in it',
  unreadable: undefined,
} as const

/** Content of a deeplink: the offer itself, its URL, or wrongly both. */
type OfferInDeeplink =
  | { readonly mode: 'both'; readonly offer: Readonly<Record<string, unknown>>; readonly url: string }
  | { readonly mode: 'value'; readonly offer: Readonly<Record<string, unknown>> }
  | { readonly mode: 'reference'; readonly url: string }
  | { readonly mode: 'unreadable' }

/** Parses the offer in a deeplink. Never throws. @see OID4VCI-1FINAL-4.1 */
export function offerOfDeeplink(deeplink: string): OfferInDeeplink {
  const query = new URLSearchParams(deeplink.slice(deeplink.indexOf('?') + 1))
  const url = query.get('credential_offer_uri')
  const offer = offerIn(query.get('credential_offer'))
  if (url !== null) return offer === null ? { mode: 'reference', url } : { mode: 'both', offer, url }
  return offer === null ? { mode: 'unreadable' } : { mode: 'value', offer }
}

function offerIn(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const offer: Json = JSON.parse(text ?? '')
    return isObject(offer) ? offer : null
  } catch {
    return null
  }
}
