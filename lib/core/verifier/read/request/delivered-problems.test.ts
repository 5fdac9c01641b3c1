import { expect, it } from 'vitest'
import type { SignatureChange } from '../../../shared/mutations/mutation'
import type { JsonObject } from '../../../shared/values/json'
import { type DeliveredParts, deliveredProblems } from './delivered-problems'

const id = 'x509_hash:abc'

const right = {
  request_object: [{ client_id: id }],
  request_header: [{ typ: 'oauth-authz-req+jwt', alg: 'ES256', x5c: ['MII'] }],
  link: [{ client_id: id, request_uri: 'https://service.test/r' }],
  request_response: [{ status: 200, content_type: 'application/oauth-authz-req+jwt', body: 'e30.e30.AA' }],
  response: [{ status: 200, content_type: 'application/json', body: {} }],
} as const satisfies DeliveredParts

/** The right parts with one member of one of them changed; `undefined` removes it. */
function changed(part: keyof typeof right, member: string, value: unknown): DeliveredParts {
  const { [member]: _, ...others }: Readonly<Record<string, unknown>> = right[part][0]
  return { ...right, [part]: [(value === undefined ? others : { ...others, [member]: value }) as JsonObject] }
}

const told = (after: DeliveredParts, signature: readonly SignatureChange[] = []): string[] =>
  deliveredProblems(right, after, signature).map(({ target, pointer }) => `${target} ${pointer}`)

it.each<[keyof typeof right, string, unknown]>([
  ['request_header', 'typ', 'JWT'],
  ['request_header', 'alg', 'ES999'],
  ['request_header', 'x5c', undefined],
  ['request_header', 'x5c', ['MIJ']],
  ['request_header', 'b64', false],
  ['request_header', 'b64', null],
  ['request_header', 'crit', null],
  ['request_header', 'crit', 'typ'],
  ['request_header', 'crit', []],
  ['request_header', 'crit', ['more']],
  ['request_header', 'crit', ['typ']],
  ['request_header', 'crit', [7]],
  ['link', 'client_id', undefined],
  ['link', 'client_id', 'x509_hash:other'],
  ['link', 'request_uri', undefined],
  ['link', 'request_uri', 'r'],
  ['link', 'request_uri_method', 'put'],
  ['request_response', 'status', 503],
  ['request_response', 'content_type', 'text/plain'],
  ['request_response', 'body', 'x'],
  ['request_response', 'body', { a: 1 }],
  ['response', 'status', 500],
  ['response', 'content_type', 'text/plain'],
  ['response', 'body', 'Thank you.'],
])('a change of %s makes %s wrong, and nothing else', (part, member, value) => {
  expect(told(changed(part, member, value))).toEqual([`${part} /${member}`])
})

it.each<[keyof typeof right, string, unknown]>([
  ['request_header', 'more', 1],
  ['request_header', 'b64', true],
  ['request_header', 'x5c', ['MII', 'MIJ']],
  ['request_response', 'body', 'e30..AA.AA.AA'],
  ['link', 'request_uri_method', 'post'],
  ['response', 'body', { redirect_uri: 'https://service.test/' }],
  ['response', 'body', '{"a":1}'],
  ['response', 'content_type', 'application/json; charset=utf-8'],
])('a change of %s that the specification allows is none: %s', (part, member, value) => {
  expect(told(changed(part, member, value))).toEqual([])
})

it('a link carries its request once, by a Request Object or where it is', () => {
  const [link] = right.link
  const { request_uri: _, ...bare } = link
  const toldOfLink = (sent: JsonObject) => told({ ...right, link: [sent] })
  expect(toldOfLink({ ...link, request: 'e30.e30.AA' })).toEqual(['link /request_uri'])
  expect(toldOfLink({ ...bare, request: 'e30.e30.AA' })).toEqual([])
  expect(toldOfLink({ ...bare, request: 'x' })).toEqual(['link /request'])
})

it('an extension in crit that the header has breaks no rule, and a wallet that does not know it refuses the request', () => {
  const [header] = right.request_header
  const extended = (crit: string[]) =>
    deliveredProblems(right, { ...right, request_header: [{ ...header, more: 1, crit }] }, [])
  expect(extended(['more'])).toMatchObject([{ pointer: '/crit', severity: 'warning', clause: 'RFC7515-4.1.11' }])
  expect(extended(['more', 'more'])).toMatchObject([{ pointer: '/crit', severity: 'violation' }])
})

it('names each change of the signature, and nothing of a part that is not there', () => {
  expect(told(right, ['corrupt', 'other_key'])).toEqual(['signature ', 'signature '])
  expect(told(right)).toEqual([])
  expect(deliveredProblems({}, {}, [])).toEqual([])
})
