import { describe, expect, it } from 'vitest'
import { isObject } from '@/lib/core/shared/values/json'
import { covers } from '@/lib/testing/covers'
import { contractEntry, type OperationId, operationIds } from '../contract'
import { pathsOf } from '../contract-entry'
import { buildOpenApi, ofLaboratory } from './build-openapi'

const document = buildOpenApi()
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

const fetches: readonly string[] = ['getRequestObject', 'postRequestObject']

describe('the description of the interface', () => {
  covers('A9.1')
  it('is OpenAPI 3.1.0 and has version 1.0.0', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0'])
  })

  covers('A9.2')
  it('has every operation of the contract once, under its path and method', () => {
    type Own = { path: string; id: OperationId; name: string }
    const atSlash = (id: OperationId): Own[] => {
      const { slashedPath: path } = contractEntry(id)
      return path === undefined ? [] : [{ path, id, name: `${id}AtSlash` }]
    }
    const own = operationIds.flatMap((id): Own[] =>
      pathsOf(contractEntry(id))
        .slice(1)
        .map((path): Own => ({ path, id, name: `${id}${ofLaboratory(path)}` }))
        .concat(atSlash(id)),
    )
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(
      [...operationIds, ...own.map(({ name }) => name)].sort(),
    )
    for (const { path, method, operation } of operations) {
      const ours = own.find(({ name }) => name === operation.operationId)
      const entry = operationIds.find((id) => id === (ours?.id ?? operation.operationId))
      expect(entry && contractEntry(entry)).toMatchObject({ method: method.toUpperCase() })
      expect(ours?.path ?? (entry && contractEntry(entry).path)).toBe(path)
      if (ours) expect([path, operation['x-extension']]).toEqual([path, true])
    }
  })

  it('has no pattern with a class of characters that only some tools have', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
      ([, text = '""']) => String(JSON.parse(text)),
    )
    expect(patterns.length).toBeGreaterThan(10)
    expect(patterns.filter((pattern) => /\\[pP]\{|\\u\{|\(\?</.test(pattern))).toEqual([])
    // Without any flag, like most tools.
    for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow()
  })

  it('says of a JWT that it is a text, never JSON', () => {
    const contents = operations.flatMap(({ operation: { requestBody, responses } }) => [
      ...Object.entries(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content }) => Object.entries(content ?? {})),
    ])
    const jwts = contents.filter(([mediaType]) => /jwt$/.test(mediaType))
    expect(jwts.length).toBeGreaterThan(20)
    for (const [mediaType, content] of jwts)
      expect([mediaType, content]).toEqual([mediaType, { schema: { type: 'string' } }])
    for (const path of ['', '/check-intended-use', '/{identifier}'])
      expect(Object.keys(document.paths[`/trust/registrar/wrp${path}`]?.get?.responses['200']?.content ?? {})).toEqual([
        'application/jwt',
      ])
  })

  it('marks our extensions', () => {
    const ours = operations.filter(({ operation }) => operation['x-extension']).map(({ path }) => path)
    expect(ours).toEqual(expect.arrayContaining(['/readyz', '/checks.json', '/openapi.json', '/pki/root-ca.pem']))
    expect(ours).not.toContain('/sessions')
    expect(document.components.schemas.IssuanceSessionRequest?.properties).toMatchObject({
      scheme: { 'x-extension': true },
      dpop_nonce: { 'x-extension': true },
      expires_in: { 'x-extension': true },
    })
  })

  covers('A4.23')
  it.each(['sendPresentationResponse', 'sendPresentationResponseByState'])('says of %s what 200 means', (id) => {
    const operation = operations.find(({ operation: { operationId } }) => operationId === id)?.operation
    expect(operation?.responses['200']?.description).toMatch(/captured and verified.* error .* code .* received/)
  })

  covers('A7.5')
  it('describes the refusals outside endpoints, with one body', () => {
    for (const { operation } of operations) {
      for (const status of ['400', '405', '408', '417', '431', '500', '505']) {
        // A session may ask for its request to be served with status 500; the request then is the body.
        const isRequestToo = status === '500' && fetches.includes(operation.operationId.replace(/AtDoor$/, ''))
        // Opened in a person's browser, which shows a page.
        const isPageToo = status === '400' && operation.operationId === 'completePresentation'
        expect(operation.responses[status]?.content).toEqual({
          'application/json': { schema: { $ref: '#/components/schemas/Error' } },
          ...(isPageToo ? { 'text/html': { schema: { type: 'string' } } } : {}),
          ...(isRequestToo ? { 'application/oauth-authz-req+jwt': { schema: { type: 'string' } } } : {}),
        })
      }
    }
    const create = document.paths['/sessions']?.post
    expect(Object.keys(create?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '405', '413', '429', '503']),
    )
    expect(create?.responses['429']?.headers).toHaveProperty(['Retry-After'])
  })

  it('declares each variable of a path', () => {
    for (const { path, operation } of operations) {
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  it('refers only to existing schemas, and contains no unused ones', () => {
    const referred = new Set<string>()
    const look = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(look)
      if (!isObject(value)) return
      if (typeof value.$ref === 'string') referred.add(value.$ref.replace('#/components/schemas/', ''))
      Object.values(value).forEach(look)
    }
    look(document)
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort())
  })
})
