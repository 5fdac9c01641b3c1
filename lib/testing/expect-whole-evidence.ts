import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { type StoredFindings, unpackFindings } from '@/lib/adapters/pocketbase/rows/stored-findings'
import type { HttpAnswer, HttpClient, HttpRequest, JsonRecord } from './http-client'
import type { TestPocketBase } from './pocketbase'

const groupBy = (records: readonly JsonRecord[], column: string): Map<string, JsonRecord[]> => {
  const groups = new Map<string, JsonRecord[]>()
  for (const record of records) {
    const key = String(record[column])
    groups.set(key, [...(groups.get(key) ?? []), record])
  }
  return groups
}

/** Paths whose requests are all evidence: those of the protocol, and a tester's view of an offer. */
const isRecorded = ({ path }: AnsweredRequest): boolean => /^\/issuers\/[^/]+\/|^\/sessions\/[^/]+\/offer$/.test(path)

/** The sessions in PocketBase with all their records. */
export async function readEvidence(pocketBase: TestPocketBase) {
  const [sessions = [], exchanges = [], events = [], values = []] = await Promise.all(
    ['sessions', 'recorded_exchanges', 'events', 'one_time_values'].map((name) => readRecords(pocketBase, name)),
  )
  return {
    sessions,
    exchanges,
    eventsOf: groupBy(events, 'session_id'),
    valuesOf: groupBy(values, 'session_id'),
    eventsAt: groupBy(events, 'exchange_id'),
    valuesAt: groupBy(values, 'exchange_id'),
    statusOf: (exchange: JsonRecord | undefined) => (exchange?.response as JsonRecord | undefined)?.status,
  }
}

type KeptEvidence = Awaited<ReturnType<typeof readEvidence>>

/** Asserts that every answered request is recorded with its status, and that every session exists. */
export function expectAnsweredKept(
  { exchanges, sessions, statusOf }: KeptEvidence,
  answered: readonly AnsweredRequest[],
  isRecorded: (request: AnsweredRequest) => boolean,
): void {
  const kept = new Map(exchanges.map((record) => [numberOf(record.headers), record]))
  const answers = answered.filter((request) => isRecorded(request) && request.answer.status < 500)
  expect(answers.map(({ number, path }) => ({ number, path, status: statusOf(kept.get(number)) }))).toEqual(
    answers.map(({ number, path, answer }) => ({ number, path, status: answer.status })),
  )
  const ids = new Set(sessions.map(({ id }) => String(id)))
  const created = answered.filter(({ path, answer }) => path.endsWith('/sessions') && answer.status === 201)
  for (const { answer } of created) expect(ids).toContain(String(answer.object().session_id))
}

/** Asserts that nothing is written partially: what belongs to an exchange or session is all there, or nothing. */
export function expectNothingHalf({ sessions, exchanges, eventsOf, eventsAt, valuesAt }: KeptEvidence): void {
  const ids = new Set(sessions.map(({ id }) => String(id)))
  for (const id of eventsOf.keys()) expect(ids).toContain(id)
  const known = new Set(exchanges.map(({ id }) => String(id)))
  for (const id of [...eventsAt.keys(), ...valuesAt.keys()]) if (id !== '') expect(known).toContain(id)
  for (const exchange of exchanges) expect(Array.isArray(exchange.findings)).toBe(true)
}

/** Compares the records in PocketBase with the responses that issuance clients got. */
export async function expectWholeEvidence(
  pocketBase: TestPocketBase,
  answered: readonly AnsweredRequest[],
): Promise<void> {
  const evidence = await readEvidence(pocketBase)
  const { sessions, exchanges, eventsOf, valuesOf, eventsAt, valuesAt, statusOf } = evidence
  expectAnsweredKept(evidence, answered, isRecorded)
  expectNothingHalf(evidence)
  for (const { id } of sessions) {
    const types = (eventsOf.get(String(id)) ?? []).map(({ type }) => type)
    expect(types.filter((type) => type === 'session_created')).toHaveLength(1)
    expect(types.filter((type) => type === 'credential_offer_generated')).toHaveLength(1)
    expect((valuesOf.get(String(id)) ?? []).filter(({ kind }) => kind === 'pre_authorized_code')).toHaveLength(1)
  }
  for (const exchange of exchanges) {
    if (statusOf(exchange) !== 200) continue
    const id = String(exchange.id)
    const types = (eventsAt.get(id) ?? []).map(({ type }) => type)
    const kinds = (valuesAt.get(id) ?? []).map(({ kind }) => kind)
    const ofSession = valuesOf.get(String(exchange.session_id)) ?? []
    if (exchange.operation === 'requestToken') {
      expect(types).toEqual(expect.arrayContaining(['token_received', 'token_issued']))
      expect(kinds).toEqual(expect.arrayContaining(['access_token', 'c_nonce', 'dpop_jti']))
      expect(ofSession.find(({ kind }) => kind === 'pre_authorized_code')?.consumed_at).not.toBe('')
      expect(unpackFindings(exchange.findings as unknown as StoredFindings).length).toBeGreaterThan(20)
    }
    if (exchange.operation === 'requestNonce') expect(kinds).toEqual(['c_nonce'])
    if (exchange.operation === 'requestCredential') {
      expect(types).toEqual(expect.arrayContaining(['credential_request_received', 'credential_issued']))
      expect(kinds).toEqual(expect.arrayContaining(['holder_key', 'dpop_jti']))
      expect(unpackFindings(exchange.findings as unknown as StoredFindings).length).toBeGreaterThan(40)
    }
  }
}

/** An answered request, with the number that identifies it in the evidence. */
interface AnsweredRequest {
  readonly number: string
  readonly method: string
  readonly path: string
  readonly answer: HttpAnswer
}

/** A client that numbers its requests and remembers those that were answered. */
export interface NumberedClient extends HttpClient {
  readonly answered: readonly AnsweredRequest[]
}

/**
 * The header that carries the number, as a program version: the evidence of every protocol shows User-Agent unchanged.
 */
const numberHeader = 'User-Agent'

const program = 'numbered-requests/'

/** Counts over all clients, so that numbers are unique within a test file. */
let sent = 0

/** Wraps a client; `onAnswer` gets the number of answers so far. */
export function numberRequests(
  client: HttpClient,
  onAnswer: (count: number) => void = () => undefined,
): NumberedClient {
  const answered: AnsweredRequest[] = []
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const number = String(++sent)
    const answer = await client({
      ...request,
      headers: [...(request.headers ?? []), [numberHeader, `${program}${number}`]],
    })
    answered.push({ number, method: request.method ?? 'GET', path: request.path, answer })
    onAnswer(answered.length)
    return answer
  }
  return Object.assign(send, { answered, close: () => client.close() })
}

/** The number in a record of the evidence, or `null`. */
function numberOf(headers: unknown): string | null {
  const value = (headers as JsonRecord | null)?.[numberHeader.toLowerCase()]
  return typeof value === 'string' && value.startsWith(program) ? value.slice(program.length) : null
}

/** Every record of a collection, read directly from PocketBase as superuser. */
export async function readRecords(pocketBase: TestPocketBase, collection: string): Promise<JsonRecord[]> {
  const { email, password } = JSON.parse(await readFile(pocketBase.adminFile, 'utf8')) as Record<string, string>
  const ask = async (path: string, init?: RequestInit): Promise<JsonRecord> => {
    const response = await fetch(pocketBase.url + path, init)
    if (!response.ok) throw new Error(`PocketBase answers ${response.status} to ${path}.`)
    return (await response.json()) as JsonRecord
  }
  const { token } = await ask('/api/collections/_superusers/auth-with-password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity: email, password }),
  })
  const records: JsonRecord[] = []
  for (let page = 1; ; page++) {
    const path = `/api/collections/${collection}/records?perPage=500&skipTotal=1&page=${page}`
    const { items } = await ask(path, { headers: { Authorization: String(token) } })
    records.push(...(items as JsonRecord[]))
    if ((items as JsonRecord[]).length < 500) return records
  }
}
