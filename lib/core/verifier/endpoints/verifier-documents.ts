import { type Decision, judged } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { jsonReply } from '../../shared/http/reply'
import type { Signer } from '../../shared/ports/keys'
import type { PresentationSession } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'
import { type ClientIdPrefix, didDocument } from '../identity/verifier-client-id'

/** Seconds after a session's request within which a read by its client counts as caused by it. */
const nearSeconds = 60
/** Recorded reads per session. */
const readsMax = 50
/** `max-age` of such a document, in seconds. */
const maxAgeSeconds = 60

type DocumentName = 'did' | 'jwks' | 'attestation_jwks'

/** The document read, and the inferred session; `null` if none. */
interface Reading {
  readonly document: JsonObject
  readonly session: PresentationSession | null
  readonly onRecord: number
}

/**
 * A key set of the verifier or of its attestation issuer. Reads name no session, so that it is only inferred and
 * decides nothing.
 */
const keyDocument = (
  name: DocumentName,
  prefixes: readonly ClientIdPrefix[],
  make: (context: RequestContext) => JsonObject | Promise<JsonObject>,
) =>
  judged<Reading>({
    async read(context) {
      const [document, session] = await Promise.all([make(context), findReaderSession(prefixes, context)])
      const events = session === null ? [] : await context.ports.store.events(session.sessionId)
      return { document, session, onRecord: events.filter(({ type }) => type === fetched).length }
    },
    checks: () => [],
    decide: ({ document, session, onRecord }): Decision => ({
      reply: jsonReply(200, document, [['Cache-Control', `public, max-age=${maxAgeSeconds}`]]),
      sessionId: session?.sessionId ?? null,
      events: session === null ? [] : [{ type: fetched, detail: { document: name } }],
      effects: [],
      ...(session === null ? {} : { correlation: 'inferred' }),
      firstRequests:
        session === null
          ? { kind: 'verifier-document', onRecord: 0, max: 0 }
          : {
              kind: `verifier-document/${session.sessionId}`,
              onRecord,
              max: readsMax,
              beyond: (further) => ({ type: fetched, detail: { document: name, further } }),
            },
    }),
  })

const fetched = 'vp_did_document_fetched'

/** The only session in which a client was recently active, if its wallets read such documents. */
async function findReaderSession(
  prefixes: readonly ClientIdPrefix[],
  { client, clientHidden, exchange: { at }, ports: { store } }: RequestContext,
): Promise<PresentationSession | null> {
  if (clientHidden) return null
  const id = await store.soleSession({ client, from: addSeconds(at, -nearSeconds), to: at })
  const session = id === null ? null : await store.session(id)
  if (session?.kind !== 'presentation') return null
  const { client_id_prefix: prefix } = session.options
  return prefix !== undefined && prefixes.includes(prefix) ? session : null
}

/** `GET /openid4vp/verifier/did.json`: the verifier's `did:web` document. OID4VP-1FINAL-5.9.3 */
export const getVerifierDid = keyDocument('did', ['decentralized_identifier'], ({ settings, ports }) =>
  didDocument(settings.baseUrl, ports.verifierKeys.requestSigner),
)

/** `GET /openid4vp/verifier/jwks.json`: the request signing key, for wallets that have the verifier registered. */
export const getVerifierKeys = keyDocument('jwks', ['pre_registered', 'decentralized_identifier'], ({ ports }) =>
  keySet(ports.verifierKeys.requestSigner),
)

/** `GET /verifier-attestations/jwks.json`: the key that signs verifier attestations. OID4VP-1FINAL-12 */
export const getAttestationKeys = keyDocument('attestation_jwks', ['verifier_attestation'], async ({ ports }) =>
  keySet(await ports.verifierKeys.attestationIssuer()),
)

const keySet = ({ kid, alg, publicJwk, x5c }: Signer): JsonObject => ({
  keys: [{ ...publicJwk, kid, alg, use: 'sig', ...(x5c.length === 0 ? {} : { x5c: [...x5c] }) }],
})
