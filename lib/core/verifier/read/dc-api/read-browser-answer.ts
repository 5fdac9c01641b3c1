import type { RequestContext } from '../../../engine/endpoints/request-context'
import { readJwe } from '../../../ground/jose/jwe'
import type { DcApi, DcApiEntry } from '../../../ground/ports/dc-api'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../../ground/values/json'
import { ownOrigin } from '../../identity/own-origin'
import type { AnnexCReading } from '../annex-c/annex-c-reading'
import { openAnnexC } from '../annex-c/open-annex-c'
import type { Carrier } from '../carrier'
import type { SentParameters } from '../read-sent-parameters'
import { readSent, type SentAnswer } from '../response/read-response'
import { readResponseJwe } from '../response/read-response-jwe'
import { requestFacts } from '../response/request-facts'
import { responseJweInput } from '../response/response-jwe-input'
import type { BrowserAnswer, RequestFacts, ResponseReading } from '../response/response-reading'
import type { JsonType } from '../vp-token-reading'
import { entrySession } from './entry-session'

/** What a page posted of an answer. */
export interface PostedAnswer {
  readonly protocol: Json | undefined
  readonly data: Json | undefined
  readonly elapsedMillis: number | null
  readonly carrier: Carrier
}

/**
 * Reads an answer that a browser handed back to the same reading as one over HTTP: `data` holds the response parameters, and the
 * named protocol tells the entry that it answers.
 * @see OID4VP-1FINALA-A.4
 */
export async function readBrowserAnswer(
  session: PresentationSession,
  dcApi: DcApi,
  posted: PostedAnswer,
  context: RequestContext,
): Promise<ResponseReading> {
  const { protocol, data, elapsedMillis, carrier } = posted
  const named = dcApi.entries.find((one) => one.protocol === protocol) ?? null
  const entry = named ?? entryOfKey(dcApi, data) ?? firstEntry(dcApi)
  const opening = openWithEntries(session, { dcApi, entry }, context)
  const request = browserFacts(session, entry, context)
  const isIso = entry.protocol === 'org-iso-mdoc'
  const members = isObject(data) ? (data as JsonObject) : {}
  const reading = await readSent(
    entrySession(session, entry),
    {
      door: 'browser',
      body: parametersIn(data),
      request,
      openJwe: opening.openJwe,
      ...(isIso ? { openAnnexC: () => openAnnexC(members, { session, dcApi, entry, request }, context) } : {}),
    },
    context,
  )
  const browser: BrowserAnswer = {
    carrier,
    protocol,
    dataType: data === undefined ? 'absent' : typeOf(data),
    members: isObject(data) ? Object.keys(data) : [],
    named,
    entry,
    openedBy: reading.annexC === undefined ? opening.openedBy() : openedByEntry(reading.annexC, entry),
    elapsedMillis,
  }
  return { ...reading, browser }
}

/** An answer in the form of ISO/IEC 18013-7 is opened with the key of its own entry alone. */
const openedByEntry = ({ opened }: AnnexCReading, entry: DcApiEntry): DcApiEntry | null => (opened ? entry : null)

/** What the answer to an entry is judged against. */
const browserFacts = (
  session: PresentationSession,
  entry: DcApiEntry,
  { settings: { baseUrl } }: Pick<RequestContext, 'settings'>,
): RequestFacts => ({
  ...requestFacts(entrySession(session, entry)),
  binding: { kind: 'dc_api', origin: ownOrigin(baseUrl), entry },
})

function firstEntry({ entries }: DcApi): DcApiEntry {
  const [first] = entries
  if (first === undefined) throw new Error('A request to a browser has an entry.')
  return first
}

/** Which entry an answer with another protocol is for, by the key that it is encrypted to. */
function entryOfKey({ entries }: DcApi, data: Json | undefined): DcApiEntry | null {
  const kid = kidOf(isObject(data) ? data.response : null)
  return kid === null ? null : (entries.find(({ encryptionKid }) => encryptionKid === kid) ?? null)
}

function kidOf(response: unknown): string | null {
  const jwe = typeof response === 'string' ? readJwe(response.trim()) : null
  return jwe?.readable && typeof jwe.header.kid === 'string' ? jwe.header.kid : null
}

/** The members of `data`. Whatever a JSON text may repeat, the browser made an object of it. */
const parametersIn = (data: Json | undefined): SentParameters => {
  const members = isObject(data) ? (data as Readonly<Record<string, Json>>) : {}
  return {
    source: 'json_body',
    mediaType: 'application/json',
    urlencoded: false,
    utf8: true,
    members: Object.keys(members),
    duplicates: [],
    value: (name) => (Object.hasOwn(members, name) ? members[name] : undefined),
  }
}

/**
 * Opens an answer with the key of any entry: the one that it names first, then that of the named protocol. Which one it was is judged
 * elsewhere.
 */
function openWithEntries(
  session: PresentationSession,
  { dcApi, entry }: { readonly dcApi: DcApi; readonly entry: DcApiEntry },
  context: RequestContext,
): { readonly openJwe: SentAnswer['openJwe']; readonly openedBy: () => DcApiEntry | null } {
  let openedBy: DcApiEntry | null = null
  const openJwe: SentAnswer['openJwe'] = async (text) => {
    const kid = kidOf(text)
    const ofKid = dcApi.entries.filter(({ encryptionKid }) => kid !== null && encryptionKid === kid)
    const [first, ...others] = new Set([...ofKid, entry, ...dcApi.entries])
    const readWith = async (one: DcApiEntry) => {
      const keySession = entrySession(session, one)
      return { jwe: await readResponseJwe(text, responseJweInput(keySession, context)), keySession, one }
    }
    const likeliest = await readWith(first ?? entry)
    for (const tried of [likeliest, ...others]) {
      const read = 'jwe' in tried ? tried : await readWith(tried)
      if (read.jwe.openedWith !== 'session') continue
      openedBy = read.one
      return read
    }
    return likeliest
  }
  return { openJwe, openedBy: () => openedBy }
}

function typeOf(value: Json): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}
