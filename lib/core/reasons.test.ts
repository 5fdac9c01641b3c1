import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { isPresent, namesCalledMissing, partsOfMessage } from '@/lib/testing/called-missing'
import { saysTheSame, textsIn } from '@/lib/testing/says-the-same'
import { broken, type Check, type Outcome, type Problem, reasonId } from './engine/checks/check'
import { type Examples, type ExamplesById, neverViolated } from './engine/checks/examples'
import { checkRegistry } from './issuer-and-verifier'
import { houseRules } from './shared/ports/house-rules'
import { filled, quote, type Said, say } from './shared/values/wording'
import { notRefused } from './verifier/checks/negative.examples'
import { judgeDeviation } from './verifier/judgements/judge-deviation'

const directory = fileURLToPath(new URL('.', import.meta.url))
const examples = new Map<string, Examples<never>>()
beforeAll(async () => {
  for (const folder of ['issuer/checks', 'verifier/checks'])
    for (const file of readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.examples.ts')) continue
      const module: Readonly<Record<string, ExamplesById<never>>> = await import(join(directory, folder, file))
      const groups = Object.entries(module).filter(([name]) => name.endsWith('Examples'))
      for (const [id, example] of groups.flatMap(([, group]) => Object.entries(group))) examples.set(id, example)
    }
})

/** Checks that judge whole sessions too, by other examples. */
const bySession: Readonly<Record<string, readonly Outcome[]>> = {
  'vp.negative.rejected': notRefused.map(judgeDeviation),
}

type Deviating = Extract<Outcome, { readonly result: 'violated' | 'tolerated' }>

/** What a check says of the examples that break its rule. */
const deviations = (check: Check<never>): Deviating[] =>
  [
    ...(examples.get(check.id)?.violated ?? []).map((subject) => check.run(subject)),
    ...(bySession[check.id] ?? []),
  ].flatMap((outcome) =>
    outcome.result === 'violated' || outcome.result === 'tolerated' ? [outcome, ...recognised(outcome)] : [],
  )

/** What it says where a recogniser knows what the check cannot place. */
const recognised = ({ asks = [], ...outcome }: Deviating): Deviating[] =>
  asks.flatMap((ask) => {
    const seen: Said = 'missing' in ask ? quote('another_name') : say`the access token of this request`
    const others =
      'signed' in ask
        ? [ask.der ?? []].flat()
        : ('missing' in ask ? [ask.oldName] : [ask.wrapped, ask.encoded]).filter((key) => key !== undefined)
    return [ask.reason, ...others].map((reason) => ({ ...outcome, reason, actual: seen }))
  })

/** What an example lets a check say, as a sentence, and the example. */
const saidOfExamples = (check: Check<never>) =>
  (examples.get(check.id)?.violated ?? []).flatMap((subject) => {
    const outcome = check.run(subject)
    if (outcome.result !== 'violated' && outcome.result !== 'tolerated') return []
    const says = textOf(check.reasons[outcome.reason ?? broken]?.says ?? '')
    return [{ subject, outcome, sentence: String(filled(says, outcome.actual ?? null)) }]
  })

const textOf = (says: Problem): string => (typeof says === 'string' ? says : `${says.subject} must ${says.must}`)

const inRegistry = (find: (check: Check<never>) => readonly string[]): string[] => checkRegistry.flatMap(find).sort()

describe('each reason', () => {
  it('has a permanent name, a statement, and a fix that is one sentence', () => {
    expect(
      inRegistry(({ id, reasons }) =>
        Object.entries(reasons).flatMap(([key, { says, fix }]) => [
          ...(/^[a-z][a-z0-9_]*$/.test(key) ? [] : [`${id}: ${key} is no key`]),
          // A statement may begin with the name of a member.
          ...(/^(?:[A-Z{]|(?:amr|response_mode|[a-z_]+[.]exp) ).*[^.!?]$/.test(textOf(says))
            ? []
            : [`${id}#${key}: ${textOf(says)}`]),
          ...(/^[A-Z].*[.]$/.test(fix) ? [] : [`${id}#${key}: ${fix}`]),
        ]),
      ),
    ).toEqual([])
  })

  it('is yielded by an example of its check', () => {
    const unseen = inRegistry((check) => {
      const seen = new Set(deviations(check).map(({ reason = broken }) => reason))
      return (
        Object.keys(check.reasons)
          // A check that only reports what a wallet may do has a fix for it, and nothing to fail.
          .filter((key) => !seen.has(key) && examples.get(check.id)?.violated !== neverViolated)
          .map((key) => reasonId(check.id, key))
      )
    })
    expect(unseen).toEqual([])
  })

  it('is one that its check declares, whatever an example yields', () => {
    expect(
      inRegistry((check) =>
        deviations(check).flatMap(({ reason = broken }) =>
          Object.hasOwn(check.reasons, reason) ? [] : [reasonId(check.id, reason)],
        ),
      ),
    ).toEqual([])
  })

  it('calls nothing missing that its example has', () => {
    const found = inRegistry((check) =>
      saidOfExamples(check).flatMap(({ subject, outcome: { reason = broken }, sentence }) =>
        namesCalledMissing(sentence)
          .filter((name) => partsOfMessage(subject, sentence).some((part) => isPresent(name, part)))
          .map((name) => `${reasonId(check.id, reason)}: ${name}`),
      ),
    )
    expect([...new Set(found)]).toEqual([
      // Their examples state by hand what a reading derives from the message, beside a message that is whole.
      'vci.dpop.jwk_present#missing: jwk',
      'vci.key_attestation.nonce#missing: nonce',
      'vci.token.code_valid#absent: code',
      'vci.token.preauth_code_valid#absent: pre-authorized_code',
      // The request of this service has none, which its example does not show.
      'vp.negative.rejected#missing_nonce: nonce',
    ])
  })

  it('fills every place of its statement with what was received', () => {
    expect(
      inRegistry((check) =>
        deviations(check).flatMap(({ reason, actual }) => {
          const says = check.reasons[reason ?? broken]?.says
          if (typeof says !== 'string' || !/\{[a-z_]+\}/.test(says)) return []
          const text = String(filled(says, actual ?? null))
          return /[{}]|\bnothing\b/.test(text) ? [`${check.id}: ${text}`] : []
        }),
      ),
    ).toEqual([])
  })
})

describe('a fix', () => {
  it('never repeats the problem, the title, or what was seen', () => {
    const found = inRegistry((check) => {
      const title = Object.entries(check.reasons).flatMap(([key, { says, fix }]) =>
        [textOf(says), check.title].some((text) => saysTheSame(fix, text)) ? [reasonId(check.id, key)] : [],
      )
      const seen = deviations(check).flatMap(({ reason = broken, actual }) => {
        const fix = check.reasons[reason]?.fix ?? ''
        return textsIn(actual).some((text) => saysTheSame(fix, text)) ? [reasonId(check.id, reason)] : []
      })
      return [...new Set([...title, ...seen])]
    })
    expect(found).toEqual([])
  })

  it('speaks of exactly one only where not one was seen', () => {
    expect(
      inRegistry((check) =>
        deviations(check).flatMap(({ reason = broken, actual }) => {
          const says = textOf(check.reasons[reason]?.says ?? '')
          const isOne = actual === 1 || (Array.isArray(actual) && actual.length === 1)
          return /\bexactly one of\b/.test(says) && isOne ? [reasonId(check.id, reason)] : []
        }),
      ),
    ).toEqual([])
  })

  it('states nothing about what went before, and nothing that only its reader knows', () => {
    const tells = /\byou\b|\bheld no\b|\bnever\b|\bhad\b|\bdid not\b|\bgave no\b/i
    expect(
      inRegistry(({ id, reasons }) =>
        Object.entries(reasons).flatMap(([key, { fix }]) => (tells.test(fix) ? [reasonId(id, key)] : [])),
      ),
    ).toEqual([])
  })
})

it('no check is explained by what it explains, over however many others', () => {
  const targets = new Map<string, readonly string[]>(
    checkRegistry.map(({ id, reasons }) => [
      id,
      Object.values(reasons).flatMap(({ explains = [] }) => explains.map((target) => target.split('#')[0] ?? '')),
    ]),
  )
  const reachedFrom = (id: string): ReadonlySet<string> => {
    const reached = new Set(targets.get(id))
    for (const one of reached) for (const next of targets.get(one) ?? []) reached.add(next)
    return reached
  }
  expect(checkRegistry.flatMap(({ id }) => (reachedFrom(id).has(id) ? [id] : []))).toEqual([])
})

describe('a rule of this service', () => {
  const cited = ({ clauses, reasons }: Check<never>) =>
    Object.entries(reasons).map(([key, { rule, clause = clauses[0] }]) => ({ key, rule, clause }))

  it('is cited by its number alone, without the clause that leaves it open', () => {
    expect(
      inRegistry((check) =>
        cited(check).flatMap(({ key, rule, clause }) =>
          (rule === 'house') === houseRules.some(({ id }) => id === clause)
            ? []
            : [`${reasonId(check.id, key)}: ${clause}`],
        ),
      ),
    ).toEqual([])
  })

  it('is cited by the reason of a check, unless it is about an answer of this service', () => {
    const used = new Set(checkRegistry.flatMap((check) => cited(check).map(({ clause }) => clause)))
    expect(houseRules.flatMap(({ id, ofAnswers }) => (used.has(id) === (ofAnswers === true) ? [id] : []))).toEqual([])
  })

  it('is what a check has that refuses the same as it tolerates, since its clause permits it', () => {
    const seen = ({ expected, actual }: Deviating) => JSON.stringify([textsIn(expected), textsIn(actual)])
    expect(
      inRegistry((check) => {
        // Its deviations say for themselves where a refusal is only advised, and each case has its reason.
        if (check.id === 'vp.negative.rejected') return []
        const all = deviations(check)
        const permitted = new Set(all.filter(({ result }) => result === 'tolerated').map(seen))
        return all.flatMap((outcome) => {
          const { result, reason = broken } = outcome
          const { error = check.rejects ?? null } = check.reasons[reason] ?? {}
          const refuses = error !== null
          const isOurs = check.reasons[reason]?.rule === 'house'
          return result === 'violated' && refuses && permitted.has(seen(outcome)) && !isOurs
            ? [reasonId(check.id, reason)]
            : []
        })
      }),
    ).toEqual([
      // They refuse by what the issuer or the trust of the installation demands, and tolerate elsewhere.
      'vci.key_attestation.attested_keys#no_curve',
      'vci.key_attestation.attested_keys#other_curve',
      'vci.key_attestation.present#not_three_parts',
      'vci.key_attestation.present#not_three_parts',
      'vci.wallet_attestation.iss#ts3_refused',
      'vci.wallet_attestation.pop_iss#absent',
      'vci.wallet_attestation.trusted#broken',
      'vp.dcql.claims_present#empty_container',
    ])
  })

  it('counts in no MUST: a check that is one is of level info', () => {
    const ours = checkRegistry.filter(({ clauses }) => houseRules.some(({ id }) => id === clauses[0]))
    expect(ours.map(({ id, level }) => `${id} ${level}`)).toEqual([
      'vci.par.dpop_present info',
      'vp.response.state_at_shared_address info',
    ])
  })
})

describe('a refusal', () => {
  it('leaves no place of a statement unfilled, as it goes out as it is written', () => {
    expect(
      inRegistry(({ id, refusal, reasons }) => [
        ...(/[{}]/.test(refusal ?? '') ? [`${id}: ${refusal}`] : []),
        ...Object.entries(reasons).flatMap(([key, { error, ...reason }]) =>
          /[{}]/.test(reason.refusal ?? '') ? [`${reasonId(id, key)}: ${reason.refusal}`] : [],
        ),
      ]),
    ).toEqual([])
  })
})
