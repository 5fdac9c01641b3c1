import { loadSession } from '@/lib/core/engine/sessions/load-session'
import { issuancePairs } from '@/lib/core/issuer/endpoints/sessions/document-pairs'
import { isSecretName as isSecretOfIssuance } from '@/lib/core/issuer/redaction/issuer-redaction'
import { type DocumentPair, isSample, redactedPair, withRealOnes } from '@/lib/core/shared/mutations/document-pair'
import type { SessionId } from '@/lib/core/shared/ports/ids'
import type { Ports } from '@/lib/core/shared/ports/ports'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import { visibleTexts } from '@/lib/core/shared/values/escape'
import { isObject, isSameJson, type JsonObject } from '@/lib/core/shared/values/json'
import { requestPairs } from '@/lib/core/verifier/read/request/mutated-session'
import { isSecretName } from '@/lib/core/verifier/redaction/verifier-redaction'

interface Context {
  readonly ports: Ports
  readonly settings: ProtocolSettings
}

/**
 * The documents that the tester of a session changed on purpose, right and as its wallet gets them, without secrets;
 * none for a session without such changes, and where there is no session.
 */
export async function changedDocuments(
  kind: 'issuance' | 'presentation',
  id: string,
  { ports, settings }: Context,
): Promise<DocumentPair[]> {
  const pairs =
    kind === 'issuance' ? await ofIssuance(id, { ports, settings }) : await ofPresentation(id, { ports, settings })
  return visibleTexts(pairs.filter(({ right, sent }) => !isSameJson(right, sent)))
}

async function ofIssuance(id: string, { ports, settings }: Context): Promise<DocumentPair[]> {
  const session = await loadSession('issuance', id, ports)
  if (session?.options.mutations === undefined) return []
  const pairs = issuancePairs(session, { ports, settings, at: ports.now() })
  return withDelivered(
    session.sessionId,
    pairs.map((pair) => redactedPair(pair, isSecretOfIssuance)),
    ports,
  )
}

async function ofPresentation(id: string, { ports, settings }: Context): Promise<DocumentPair[]> {
  const session = await loadSession('presentation', id, ports)
  if (session?.options.mutated === undefined) return []
  const pairs = requestPairs(session, { ports, settings })
  return withDelivered(
    session.sessionId,
    pairs.map((pair) => {
      const { right, sent } = redactedPair(pair, isSecretName)
      return { ...pair, right: withAlgorithms(right, pair.right), sent: withAlgorithms(sent, pair.sent) }
    }),
    ports,
  )
}

/** The same, with what really went out in place of samples. */
const withDelivered = async (id: SessionId, pairs: DocumentPair[], { store }: Ports): Promise<DocumentPair[]> =>
  pairs.some(isSample) ? withRealOnes(pairs, await store.events(id)) : pairs

/** The algorithms of a format, whose name is also that of a credential: they are no secret. OID4VP-1FINALA-B.3.4 */
function withAlgorithms(shown: JsonObject, whole: JsonObject): JsonObject {
  const formatsOf = ({ client_metadata: metadata }: JsonObject) =>
    isObject(metadata) && isObject(metadata.vp_formats_supported) ? metadata.vp_formats_supported : null
  const { [format]: listed } = formatsOf(whole) ?? {}
  const isPlain =
    isObject(listed) && Object.entries(listed).every(([name, list]) => lists.includes(name) && isAlgorithms(list))
  if (!isPlain || formatsOf(shown) === null) return shown
  const metadata = shown.client_metadata as JsonObject
  return {
    ...shown,
    client_metadata: {
      ...metadata,
      vp_formats_supported: { ...(metadata.vp_formats_supported as JsonObject), [format]: listed as JsonObject },
    },
  }
}

const format = 'dc+sd-jwt'

const lists = ['sd-jwt_alg_values', 'kb-jwt_alg_values']

const isAlgorithms = (list: unknown): boolean =>
  Array.isArray(list) && list.every((one) => typeof one === 'string' && /^[A-Za-z0-9]{2,10}$/.test(one))
