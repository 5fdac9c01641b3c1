import { type Decision, judged } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { jsonReply } from '../../ground/http/reply'
import type { Signer } from '../../ground/ports/keys'
import type { PresentationSession } from '../../ground/ports/store-types'
import { addSeconds } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'
import { type ClientIdPrefix, didDocument } from '../identity/verifier-client-id'

/** How long after a request in a session its client reads because of it, in seconds. */
const nearSeconds = 60
/** Reads of one session that are on record: whoever fetches has all of it. */
const readsMax = 50
/** How long anybody may keep such a document, in seconds. */
const maxAgeSeconds = 60

type DocumentName = 'did' | 'jwks' | 'attestation_jwks'

/** What is read, and the session that it is read for; `null` for none. */
interface Reading {
  readonly document: JsonObject
  readonly session: PresentationSession | null
  readonly onRecord: number
}

/**
 * A document that says which keys the verifier, or the issuer of its attestations, signs with. Who reads it names no session, so
 * that it is only inferred, and decides nothing.
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

/** The one session that a client was in shortly before, if wallets of it read such documents. */
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

/** `GET /openid4vp/verifier/did.json`: the document of the verifier's `did:web`. OID4VP-1FINAL-5.9.3 */
export const getVerifierDid = keyDocument('did', ['decentralized_identifier'], ({ settings, ports }) =>
  didDocument(settings.baseUrl, ports.verifierKeys.requestSigner),
)

/** `GET /openid4vp/verifier/jwks.json`: the key that signs requests, for wallets that have the verifier registered. */
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
