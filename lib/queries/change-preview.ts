import 'server-only'
import { headers } from 'next/headers'
import { type ChangeAddress, operationsIn, readChange } from '@/components/start/changed-operations'
import { readSessionFields, readVerifierFields } from '@/components/start/session-fields'
import type { Exchange } from '@/lib/core/shared/http/exchange'
import { membersOf } from '@/lib/core/shared/http/reply'
import type { DocumentPair } from '@/lib/core/shared/mutations/document-pair'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import { clientAddressOf, formExchange } from '@/lib/server/basics/form-exchange'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'
import { firstParam, type SearchParams } from './inspector-target'

type Kind = 'issuance' | 'presentation'

interface Problem {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

/** What a session with these options and operations would send. */
interface ChangePreview {
  /** Every document as it is right and as it will be sent; empty where even the right ones cannot be made. */
  readonly documents: readonly DocumentPair[]
  readonly sameAs: string | null
  readonly expect: string | null
  /** Why the service would refuse it; empty if it would not. */
  readonly problems: readonly Problem[]
  /** What is then wrong by the specification. */
  readonly wrong: readonly JsonObject[]
}

/** What a page shows of the change that its address asks for. */
export interface AskedChange extends ChangeAddress {
  /** `null` for a text that is no JSON array. */
  readonly operations: readonly Json[] | null
  /** The whole session request; `null` where the fields are none. */
  readonly body: JsonObject | null
  readonly preview: ChangePreview
}

const nothing: ChangePreview = { documents: [], sameAs: null, expect: null, problems: [], wrong: [] }

type Members = Readonly<Record<string, unknown>>

/**
 * What a session request would make, by making it in a storage that is gone afterwards. Counts towards the limit of the
 * address: as many a minute as it may create sessions.
 */
async function changePreview(kind: Kind, body: JsonObject, operations: readonly Json[]): Promise<ChangePreview> {
  const asked = await headers()
  const { previewLimit, ports } = container()
  const wait = previewLimit.take(clientAddressOf(asked), ports.now())
  if (wait > 0) {
    const message = `Too many previews were asked for from this address within a minute. Try again in ${wait} s.`
    return { ...nothing, problems: [{ pointer: '', code: 'too_many_requests', message }] }
  }
  const { ask, documentsOf } = shared().inMemory(container())
  const send = async (exchange: Exchange): Promise<Members> => {
    const reply = await ask(exchange)
    return reply === null ? {} : membersOf(reply)
  }
  const at = kind === 'issuance' ? paths.api.sessions() : paths.api.presentationSessions()
  const create = (members: Members) => send(formExchange(members, asked, at))
  const made = await create(operations.length === 0 ? body : { ...body, mutations: [...operations] })
  if (typeof made.session_id !== 'string') {
    const { negative_test: _, fault: __, ...ofRight } = body
    const right = await create(ofRight)
    const documents = typeof right.session_id === 'string' ? await documentsOf(right.session_id) : []
    return { ...nothing, documents, problems: problemsOf(made) }
  }
  const read = { ...formExchange({}, asked, `${at}/${made.session_id}`), method: 'GET', body: new Uint8Array() }
  const { mutations, request_problems: wrong } = await send({ ...read, bodyBytes: 0 })
  const view: Members = isObject(mutations) ? mutations : {}
  return {
    documents: await documentsOf(made.session_id),
    sameAs: typeof view.same_as === 'string' ? view.same_as : null,
    expect: typeof view.expect === 'string' ? view.expect : null,
    problems: [],
    wrong: Array.isArray(wrong) ? wrong : [],
  }
}

function problemsOf({ errors, error, error_description: said }: Members): readonly Problem[] {
  const listed = (Array.isArray(errors) ? errors : []).filter(isObject)
  if (listed.length === 0) return [{ pointer: '', code: String(error), message: String(said) }]
  return listed.map(({ pointer, code, message }) => ({
    pointer: String(pointer),
    code: String(code),
    message: String(message),
  }))
}

/** What a page shows of the change that its address asks for; `null` while nobody has opened it. */
export async function changeAsked(kind: Kind, params: SearchParams): Promise<AskedChange | null> {
  const [fields, written] = [firstParam(params, 'fields'), firstParam(params, 'mutations')]
  if (fields === undefined && written === undefined) return null
  const change = readChange(fields ?? '{}', written ?? '')
  const operations = operationsIn(change.mutations)
  const form = new FormData()
  for (const [name, value] of Object.entries(change.fields)) form.set(name, value)
  const read = kind === 'issuance' ? { ok: true as const, body: readSessionFields(form) } : readVerifierFields(form)
  if (!read.ok) {
    const problems = [{ pointer: '/dcql_query', code: 'invalid_request', message: read.reason }]
    return { ...change, operations, body: null, preview: { ...nothing, problems } }
  }
  return { ...change, operations, body: read.body, preview: await changePreview(kind, read.body, operations ?? []) }
}
