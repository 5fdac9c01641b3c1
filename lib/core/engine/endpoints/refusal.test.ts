import { describe, expect, it } from 'vitest'
import { checkRegistry } from '../../issuer-and-verifier'
import { membersOf } from '../../shared/http/reply'
import { bind, evaluate } from '../checks/evaluate'
import { judged } from '../evidence/fixtures/sessions'
import { failedChecks, refusalOf, refusalReply } from './refusal'

const bound = bind(checkRegistry, (reading: never) => reading)
const rejected = judged('vci.token.content_type', 'fail', { error: 'invalid_request', rejected: true })
const later = judged('vci.token.preauth_code_valid', 'fail', { error: 'invalid_grant' })

describe('a refusal', () => {
  it('is what the deciding finding calls for, in the words of its check', () => {
    expect(refusalOf([judged('vci.token.method_post', 'pass'), rejected, later], bound)).toEqual({
      checkId: 'vci.token.content_type',
      error: 'invalid_request',
      description: 'Send the token request as application/x-www-form-urlencoded in UTF-8.',
    })
  })

  it('is none when nothing decides, however much has failed', () => {
    expect(refusalOf([judged('vci.token.params_in_body', 'fail')], bound)).toBeNull()
    expect(refusalOf([], bound)).toBeNull()
    expect(refusalOf(evaluate([], null), bound)).toBeNull()
  })

  it('still has words when its check is not at hand', () => {
    expect(refusalOf([rejected], [])?.description).toBe('The request was refused.')
  })
})

describe('the answer of a refusal', () => {
  const refusal = { checkId: 'vci.token.content_type', error: 'invalid_request', description: 'Do this.' } as const
  const answer = (input: Partial<Parameters<typeof refusalReply>[0]>) =>
    refusalReply({ refusal, baseUrl: 'https://capture.example', ...input })

  it('names error, description and the page of the check, and is never cached', () => {
    const reply = answer({})
    expect(reply.status).toBe(400)
    expect(membersOf(reply)).toEqual({
      error: 'invalid_request',
      error_description: 'Do this.',
      error_uri: 'https://capture.example/checks/vci.token.content_type',
    })
    const headers = new Map(reply.headers.map(([name, value]) => [name.toLowerCase(), value]))
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('has the status of its code unless the endpoint has another one', () => {
    expect(answer({ refusal: { ...refusal, error: 'invalid_dpop_proof' } }).status).toBe(401)
    expect(answer({ refusal: { ...refusal, error: 'invalid_dpop_proof' }, status: 400 }).status).toBe(400)
  })

  it('carries the headers of the endpoint', () => {
    expect(answer({ headers: [['DPoP-Nonce', 'n']] }).headers).toContainEqual(['DPoP-Nonce', 'n'])
  })
})

describe('the failed checks of a request', () => {
  it('are those with status fail, in order', () => {
    const findings = [rejected, judged('vci.dpop.alg', 'warn'), judged('vci.dpop.typ', 'pass'), later]
    expect(failedChecks(findings)).toEqual(['vci.token.content_type', 'vci.token.preauth_code_valid'])
  })

  it('are named once, however many credentials they failed for', () => {
    const failed = [0, 1].map((index) => ({ ...judged('vci.dpop.alg', 'fail'), subject: { queryId: 'pid', index } }))
    expect(failedChecks(failed)).toEqual(['vci.dpop.alg'])
  })
})
