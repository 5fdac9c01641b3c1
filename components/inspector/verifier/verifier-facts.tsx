import { isObject } from '@/lib/core/shared/values/json'
import { presentationTerms } from '@/lib/core/verifier/evidence/verifier-title'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { Facts } from '../facts'
import { type InspectedPresentation, isThroughBrowser } from '../model/flows/verifier-exchanges'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function encryptionWords({ response_jwe }: InspectedPresentation['observed']): string | null {
  const header = isObject(response_jwe?.header) ? response_jwe.header : null
  if (header === null) return null
  const opened = response_jwe?.decrypted === true ? '' : ', not opened'
  return `${text(header.alg) ?? 'no alg'}, ${text(header.enc) ?? 'no enc'}${opened}`
}

const timesWords = (count: number): string | null => (count === 0 ? null : count === 1 ? 'once' : `${count} times`)

/** Session options, and what the wallet revealed about itself. */
export function VerifierFacts({ session }: { readonly session: InspectedPresentation }) {
  const { observed, options, authorization_request: request } = session
  const anchors = Array.isArray(options.trust_anchors) ? options.trust_anchors.length : 0
  return (
    <Panel labelledBy="facts">
      <PanelHeading id="facts" title="Session" />
      <div className="p-4">
        <Facts
          facts={[
            ['Request', presentationTerms(session)],
            ['Response type', <code key="t">{session.response_type}</code>],
            ['Scheme', isThroughBrowser(session) ? null : <code key="s">{session.scheme}</code>],
            [
              'Client',
              <code key="c" className="wire text-xs">
                {text(request.client_id) ?? 'none'}
              </code>,
            ],
            [
              'Trust',
              session.trust === undefined ? null : (
                <a key="u" className="link" href="#trust">
                  {session.trust.framework === 'eu'
                    ? 'European, with access and registration certificate'
                    : 'test root, with a registration certificate'}
                </a>
              ),
            ],
            ['Claims', options.reveal_claims === true ? 'revealed for credentials issued here' : 'masked in evidence'],
            ['Trust anchors', anchors === 0 ? null : `${anchors} of this session`],
            ['Fetched', timesWords(observed.request_fetches.length)],
            ['Wallet nonce', text(observed.wallet_nonce) === null ? null : 'sent'],
            ['Program', observed.user_agents.join(', ')],
            ['Encryption', encryptionWords(observed)],
            ['Responses', session.attempts === 0 ? null : String(session.attempts)],
          ]}
        />
      </div>
    </Panel>
  )
}
