import { describe, expect, it } from 'vitest'
import { presentation, presented } from '@/lib/testing/presented-tokens'
import { formType } from '../../engine/redaction/fixtures/exchanges'
import { type RedactExchangeInput, redactExchange, redactInSteps } from '../../engine/redaction/message/redact-exchange'
import type { ReadToken } from '../../engine/redaction/tokens/read-token'
import type { JsonObject } from '../../shared/values/json'

const claimsEach = 2000
const presentationsOf = (count: number, nameOf: (one: number, claim: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, one) => {
    const names = Array.from({ length: claimsEach }, (_, claim) => nameOf(one, claim))
    return presentation({ claims: Object.fromEntries(names.map((name) => [name, `${name}-value`])) })
  })
const sameNames = (_: number, claim: number) => `claim${claim}`
const ownNames = (one: number, claim: number) => `claim${claim}of${one}`

/** Presentations in a form, and in an encrypted response. */
const answers: Readonly<Record<string, (vpToken: JsonObject) => RedactExchangeInput>> = {
  'a form': (vpToken) =>
    presented({ body: new URLSearchParams({ vp_token: JSON.stringify(vpToken) }).toString(), type: formType }),
  'an encrypted response': (vpToken) => ({
    ...presented({ body: 'response=a.b.c.d.e', type: formType }),
    decryptedBody: JSON.stringify({ vp_token: vpToken }),
    bodyJson: { vp_token: vpToken },
  }),
}

/** Runs the steps. Returns their number, and the most presentations read in one. */
function stepsOf(input: RedactExchangeInput, presentations: readonly string[] = []) {
  const issued = new Set(presentations.map((text) => text.split('~')[0]))
  let looked = new Set<string>()
  const tokens = new Map<string, ReadToken>()
  tokens.get = (token) => {
    if (issued.has(token)) looked.add(token)
    return undefined
  }
  const steps = redactInSteps({ ...input, tokens })
  for (let [count, most] = [1, 0]; ; count++) {
    const step = steps.next()
    most = Math.max(most, looked.size)
    looked = new Set()
    if (step.done) return { count, most, redacted: step.value }
  }
}

describe.each(Object.entries(answers))('thousands of claims in %s hold up nobody', (_, answer) => {
  it('each presentation is described, and finished, in steps of its own', () => {
    const presentations = presentationsOf(12, ownNames)
    const few = stepsOf(answer({ pid: presentations.slice(0, 4) }))
    const many = stepsOf(answer({ pid: [...presentations] }), presentations)
    expect([many.count - few.count, many.most]).toEqual([2 * 8 + 2, 1])
  })

  it('by whatever queries they come', () => {
    const byQuery = Object.fromEntries(presentationsOf(12, sameNames).map((one, index) => [`query${index}`, [one]]))
    const asList = { pid: [...presentationsOf(12, sameNames)] }
    expect(stepsOf(answer(byQuery)).count).toBe(stepsOf(answer(asList)).count)
  })

  it('the names that wallets invent are looked through in steps too', () => {
    const [same, own] = [sameNames, ownNames].map((nameOf) =>
      stepsOf(answer({ pid: [...presentationsOf(12, nameOf)] })),
    )
    expect((own?.count ?? 0) - (same?.count ?? 0)).toBe(2)
  })

  it('and the record is the one that is made at once', () => {
    const input = answer({ pid: [...presentationsOf(3, ownNames)] })
    expect(JSON.stringify(stepsOf(input).redacted)).toBe(JSON.stringify(redactExchange(input)))
  })
})
