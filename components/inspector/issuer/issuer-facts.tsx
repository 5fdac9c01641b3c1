import { isObject } from '@/lib/core/ground/values/json'
import { flowWords, offerModeWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
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

/** The options of the session, and what the wallet revealed about itself. */
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
