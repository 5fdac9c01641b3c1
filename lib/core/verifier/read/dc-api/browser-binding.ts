import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { BrowserBinding, EntryBinding, PresentationInput } from '../../../shared/formats/reading-of-presentation'
import type { DcApiEntry } from '../../../shared/ports/dc-api'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { fromBase64url } from '../../../shared/values/base64url'
import type { JsonObject } from '../../../shared/values/json'
import { verifierClientId } from '../../identity/verifier-client-id'
import { responseUri } from '../../identity/verifier-uris'
import { entryParameters } from '../request/dc-api/entries'
import type { RequestFacts } from '../response/response-reading'

/**
 * What presentations in a browser response must be bound to, and wrong bindings that wallets use; undefined for a link.
 * Browser requests have no `response_uri`; ours is included for hints only.
 * @see OID4VP-1FINALA-A.4, OID4VP-1FINALA-B.2.6.2
 */
export function browserBinding(
  session: PresentationSession,
  { binding }: Pick<RequestFacts, 'binding'>,
  { settings: { baseUrl }, ports }: Pick<RequestContext, 'settings' | 'ports'>,
): Pick<PresentationInput, 'browser'> & Partial<Pick<PresentationInput, 'responseUri'>> {
  if (binding === undefined || session.dcApi === undefined) return {}
  const { origin, entry } = binding
  const { entries, extraOrigins, signed, signatures = [] } = session.dcApi
  const requests = entries.map((one) => entryParameters(session, one))
  const clientIds = [
    ...requests.map(({ client_id: id }) => id),
    signed?.client_id,
    ...signatures.map(({ clientId }) => clientId),
    // Known to the wallet from another request of ours.
    verifierClientId(
      {
        prefix: 'x509_hash',
        baseUrl,
        signer: ports.verifierKeys.requestSigner,
        responseUri: responseUri(baseUrl, session.sessionId),
        didMethod: undefined,
        registeredClientId: undefined,
      },
      ports.sha256,
    ),
  ]
  const browser: BrowserBinding = {
    origin,
    ...(entry.encryptionInfo === undefined ? {} : { encryptionInfo: entry.encryptionInfo }),
    otherOrigins: textsOf([...extraOrigins, ...requests.flatMap(expectedOrigins)]).filter((one) => one !== origin),
    clientIds: textsOf(clientIds),
    otherEntries: entries.filter((one) => one.protocol !== entry.protocol).map(bindingOf),
  }
  return { browser, responseUri: responseUri(baseUrl, session.sessionId) }
}

const expectedOrigins = ({ expected_origins: origins }: JsonObject): readonly unknown[] =>
  Array.isArray(origins) ? origins : []

/** Distinct strings among values. */
const textsOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && value !== '')),
]

const bindingOf = ({ nonce, thumbprint, encryptionInfo }: DcApiEntry): EntryBinding => ({
  nonce,
  jwkThumbprint: thumbprint === null ? null : fromBase64url(thumbprint),
  ...(encryptionInfo === undefined ? {} : { encryptionInfo }),
})
