import 'server-only'
import { headers } from 'next/headers'
import { type ChangeQuery, operationsAsked } from '@/components/start/changed-operations'
import type { Exchange, Reply } from '@/lib/core/shared/http/exchange'
import { membersOf } from '@/lib/core/shared/http/reply'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import { formExchange } from '@/lib/server/basics/form-exchange'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'
import { firstParam, type SearchParams } from './inspector-target'

/** A document as it is right, and as the operations make it. */
export interface PreviewedDocument {
  readonly target: string
  readonly title: string
  readonly right: JsonObject
  /** `null` where nothing can be made. */
  readonly changed: JsonObject | null
}

/** What a session with these operations would send. */
export interface ChangePreview {
  readonly documents: readonly PreviewedDocument[]
  readonly differences: readonly { readonly target: string; readonly pointer: string }[]
  readonly sameAs: string | null
  readonly expect: string | null
  /** Why the service would refuse them; empty if it would not. */
  readonly problems: readonly { readonly pointer: string; readonly code: string; readonly message: string }[]
}

type Members = Readonly<Record<string, unknown>>

/** Members of the session request that a preview begins with; a laboratory has documents of its own. */
const previewedBody: Readonly<Record<'issuance' | 'presentation', JsonObject>> = {
  issuance: { laboratory: {}, flow: 'pre_authorized_code', credential_offer_mode: 'credential_offer_uri' },
  presentation: {},
}

/**
 * What a session would send with these operations, by making it in a storage that is gone afterwards.
 * @param mutations as asked for; empty for none
 */
async function changePreview(kind: 'issuance' | 'presentation', mutations: readonly unknown[]): Promise<ChangePreview> {
  const asked = await headers()
  const answer = shared().askInMemory(container())
  const send = async (exchange: Exchange): Promise<{ readonly status: number; readonly members: Members }> => {
    const reply: Reply | null = await answer(exchange)
    return { status: reply?.status ?? 500, members: reply === null ? {} : membersOf(reply) }
  }
  const post = (body: Members) =>
    send(formExchange(body, asked, kind === 'issuance' ? paths.api.sessions() : paths.api.presentationSessions()))
  const read = async (path: string): Promise<JsonObject> => {
    const { members } = await send({
      ...formExchange({}, asked, path),
      method: 'GET',
      body: new Uint8Array(),
      bodyBytes: 0,
    })
    return members as JsonObject
  }
  const body = previewedBody[kind]
  const right = await documentsOf(kind, (await post(body)).members, read)
  const made = mutations.length === 0 ? null : await post({ ...body, mutations: [...mutations] })
  if (made === null || made.status !== 201)
    return {
      documents: right.map((one) => ({ ...one, changed: null })),
      differences: [],
      sameAs: null,
      expect: null,
      problems: made === null ? [] : problemsOf(made.members),
    }
  const changed = await documentsOf(kind, made.members, read)
  const path = kind === 'issuance' ? `${paths.api.sessions()}/` : `${paths.api.presentationSessions()}/`
  const { mutations: told } = await read(`${path}${String(made.members.session_id)}`)
  const view: Members = isObject(told) ? told : {}
  return {
    documents: right.map((one, index) => ({ ...one, changed: changed[index]?.right ?? null })),
    differences: Array.isArray(view.differences) ? view.differences : [],
    sameAs: typeof view.same_as === 'string' ? view.same_as : null,
    expect: typeof view.expect === 'string' ? view.expect : null,
    problems: [],
  }
}

type Right = Omit<PreviewedDocument, 'changed'>

/** The documents that can be shown before a wallet comes. */
async function documentsOf(
  kind: 'issuance' | 'presentation',
  created: Members,
  read: (path: string) => Promise<JsonObject>,
): Promise<readonly Right[]> {
  if (kind === 'presentation') {
    const { authorization_request: request } = created
    return [
      { target: 'request_object', title: 'Request Object', right: isObject(request) ? (request as JsonObject) : {} },
    ]
  }
  const { baseUrl } = container().protocolSettings
  const at = (url: unknown) => read(String(url).slice(baseUrl.length))
  const { offer_url: offer, laboratory_url: metadata } = created
  return [
    { target: 'offer', title: 'Credential offer', right: await at(offer) },
    { target: 'issuer_metadata', title: 'Issuer metadata', right: await at(metadata) },
    {
      target: 'server_metadata',
      title: 'Authorization server metadata',
      right: await at(String(metadata).replace('openid-credential-issuer', 'oauth-authorization-server')),
    },
  ]
}

function problemsOf({ errors, error, error_description: said }: Members): ChangePreview['problems'] {
  const listed = (Array.isArray(errors) ? errors : []).filter(isObject)
  if (listed.length === 0) return [{ pointer: '', code: String(error), message: String(said) }]
  return listed.map(({ pointer, code, message }) => ({
    pointer: String(pointer),
    code: String(code),
    message: String(message),
  }))
}

/** What a page shows of the change that its address asks for; `null` while nobody has opened it. */
export async function changeAsked(kind: 'issuance' | 'presentation', params: SearchParams) {
  if (changeParameters.every((name) => params[name] === undefined)) return null
  const query: ChangeQuery = Object.fromEntries(changeParameters.map((name) => [name, firstParam(params, name)]))
  const operations = operationsAsked(query)
  return {
    operations,
    written: operations === null ? (query.mutations ?? '') : written(operations),
    preview: await changePreview(kind, operations ?? []),
    body: previewedBody[kind],
  }
}

const changeParameters = ['change', 'mutations', 'preset', 'do', 'value'] as const

/** One operation a line. */
const written = (operations: readonly unknown[]): string =>
  operations.length === 0 ? '' : `[\n${operations.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]`
