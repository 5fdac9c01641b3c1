import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { ConformanceEntry, ExchangeView } from '../evidence/session-view'
import type { SessionCause } from '../evidence/z-session-view'
import { type IssueSession, issueMarkdown } from './issue-markdown'

const cause: SessionCause = {
  check: 'vp.kb.aud',
  reason: null,
  refused_by: null,
  acts: 'wallet',
  rule: 'specification' as SessionCause['rule'],
  clause: { id: 'c', spec: 'OpenID4VP 1.0', section: 'B.3.6', url: 'https://openid.net/specs/vp#B.3.6' },
  exchange_id: 'e',
  headline: 'The aud of the Key Binding JWT is the response_uri',
  sentence: 'The aud of the Key Binding JWT is the response_uri.',
  fix: 'Set aud to the client_id of the request, with its prefix.',
}

const session = (sent: string, more: Partial<SessionCause> = {}): IssueSession => ({
  session_id: 's',
  outcome: { id: 'failed', sentence: '1 check failed', detail: '', success: false, over: true },
  cause: { ...cause, ...more },
  next_for_you: { id: 'fix', do: 'Fix it.', check: 'vp.kb.aud', exchange_id: 'e', test: null },
  exchanges: [{ id: 'e', method: 'POST', path: '/response', response: { status: 400 } } as ExchangeView],
  checks: {
    conformance: [
      { id: 'vp.kb.aud', status: 'fail', title: 'aud', expected: 'x509_hash:a', actual: sent, exchange_id: 'e' },
      { id: 'vp.kb.iat', status: 'warn', title: 'iat', expected: null, actual: null, exchange_id: 'e' },
    ] as ConformanceEntry[],
  },
})
const context = {
  pageUrl: 'https://capture.example/inspect/presentation/s',
  version: 'abc',
  headlineOf: ({ id }: ConformanceEntry) => `Wrong: ${id}.`,
}

describe('the Markdown for an issue', () => {
  it('says cause, values, fix, clause, request, session and version', () => {
    expect(issueMarkdown(session('https://v.example/response'), context)).toMatchInlineSnapshot(`
      "## The aud of the Key Binding JWT is the response\\_uri

      - Check: \`vp.kb.aud\`
      - Expected: \`x509_hash:a\`
      - Sent: \`https://v.example/response\`
      - For the wallet: Set aud to the client\\_id of the request, with its prefix.
      - Clause: [OpenID4VP 1.0 B.3.6](https://openid.net/specs/vp#B.3.6)
      - Request: \`POST /response, answered with 400\`
      - Outcome: 1 check failed
      - Session: \`s\`, https://capture.example/inspect/presentation/s
      - Catalogue of checks: \`abc\`
      - Also failed or warned: \`vp.kb.iat\`
      "
    `)
  })

  it('says of a session that only warns what its first warning says', () => {
    const warned: IssueSession = {
      ...session('v'),
      cause: null,
      next_for_you: { id: 'warning', do: 'Look at it.', check: 'vp.kb.iat', exchange_id: 'e', test: null },
      checks: {
        conformance: [
          { id: 'vp.kb.iat', status: 'warn', title: 'iat is right', expected: null, actual: 1, hint: 'Set iat.' },
        ] as ConformanceEntry[],
      },
    }
    const lines = issueMarkdown(warned, context).split('\n')
    expect(lines[0]).toBe('## Wrong: vp.kb.iat.')
    expect(lines).toContain('- For the wallet: Set iat.')
  })

  it('keeps every text from outside on its line and literal, in at most 60 lines', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '`` ``` \n# h',
        '](https://evil.example)',
        '<img src=x>',
        '\r\n\r\n| a |',
        '@team #1',
        'x'.repeat(5000),
      ),
    )
    fc.assert(
      fc.property(text, text, text, (sent, headline, fix) => {
        const lines = issueMarkdown(session(sent, { headline, fix }), context).split('\n')
        const whole = issueMarkdown(session('v', { headline: 'x' }), context).split('\n')
        // The same lines, whatever stands in them; an empty fix has none.
        const isSaid = headline.replace(/\.$/, '') === 'The aud of the Key Binding JWT is the response_uri'
        expect(lines.length).toBe(whole.length - (fix === '' ? 1 : 0) - (isSaid ? 2 : 0))
        expect(lines.length).toBeLessThanOrEqual(60)
        expect(lines.join('').match(/[\r\u2028\u2029]/)).toBeNull()
        const literal = lines
          .join('\n')
          .replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
          .replace(/\\./g, '')
        expect(literal).not.toMatch(/<|evil\.example\)|@team/)
      }),
      runs(),
    )
  })
})
