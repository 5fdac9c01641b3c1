import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Check, Concern } from './engine/checks/check'
import { describeCheck } from './engine/checks/check-contract'
import {
  type CheckGroup,
  checkGroups,
  groupName,
  groupWords,
  type Protocol,
  protocolOf,
} from './engine/checks/check-groups'
import { alwaysJudged, type Examples, type ExamplesById, neverDecided, neverViolated } from './engine/checks/examples'
import { toleratedChecks, whyItPasses } from './engine/checks/tolerated-because'
import { evidence } from './engine/evidence/fixtures/sessions'
import { projectConformance } from './engine/evidence/project-conformance'
import { issuerKind } from './issuer/evidence/issuer-kind'
import { checkById, checkContract, checkRegistry } from './issuer-and-verifier'
import contract from './shared/ports/checks.json'
import { clause } from './shared/ports/clauses'
import { errorStatus } from './shared/ports/errors'
import { isObject } from './shared/values/json'
import { rendered } from './shared/values/wording'

const directory = fileURLToPath(new URL('.', import.meta.url))
const folderOf: Readonly<Record<Protocol, string>> = { vci: 'issuer/checks', vp: 'verifier/checks' }
const filesOnDisk = Object.values(folderOf).flatMap((folder) =>
  readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file.split(sep).join('/')}`),
)
const checkFiles = filesOnDisk.filter((file) => !/\.(test|examples)\.ts$|\/fixtures\//.test(file))
const exampleFiles = filesOnDisk.filter((file) => file.endsWith('.examples.ts'))
/** Where the checks of an area are: in this file, or in a folder of this name. */
const areaPath = (id: string): string => {
  const [protocol = '', ...rest] = id.split('.').slice(0, -1)
  return `${folderOf[protocol as Protocol]}/${rest.join('-').replaceAll('_', '-')}`
}

/** The checks of each file's tables and lists. */
const checksIn = new Map<string, readonly Check<never>[]>()
const isCheck = (value: unknown): value is Check<never> => isObject(value) && 'id' in value && 'run' in value
const examples = new Map<string, Examples<never>>()
const twice: string[] = []
const withoutExamples: string[] = []
beforeAll(async () => {
  for (const file of checkFiles) {
    const module: Readonly<Record<string, unknown>> = await import(join(directory, file))
    const tables = Object.values(module).filter((value) => typeof value === 'object' && value !== null)
    checksIn.set(file, [...new Set(tables.flatMap((table) => Object.values(table).filter(isCheck)))])
  }
  for (const file of exampleFiles) {
    const module: Readonly<Record<string, ExamplesById<never>>> = await import(join(directory, file))
    const groups = Object.entries(module).filter(([name]) => name.endsWith('Examples'))
    if (groups.length === 0) withoutExamples.push(file)
    for (const [id, example] of groups.flatMap(([, group]) => Object.entries(group))) {
      if (examples.has(id)) twice.push(id)
      examples.set(id, example)
    }
  }
})

/** Ids of the checks that break a rule, each with how; a rule returns what is wrong, or nothing. */
const breaking = (rule: (check: Check<never>) => readonly string[]): string[] =>
  checkRegistry.flatMap((check) => rule(check).map((error) => `${check.id}: ${error}`))
const resultsOf = (check: Check<never>, subjects: readonly never[]) =>
  subjects.map((subject) => check.run(subject).result)

describe('the registry', () => {
  it('lists every check of every table, each once', () => {
    expect(
      [...checksIn].flatMap(([file, checks]) =>
        checks.filter(({ id }) => checkById(id) === null).map(({ id }) => `${file}: no list has ${id}`),
      ),
    ).toEqual([])
    const listed = checkRegistry.map(({ id }) => id)
    expect(listed.filter((id, place) => listed.indexOf(id) !== place).map((id) => `${id}: is listed twice`)).toEqual([])
  })

  it('has each check in the file or the folder of its area', () => {
    expect(
      breaking(({ id }) => {
        const path = areaPath(id)
        const isThere = [...checksIn].some(
          ([file, checks]) =>
            (file === `${path}.ts` || file.startsWith(`${path}/`)) && checks.some((check) => check.id === id),
        )
        return isThere ? [] : [`is not in ${path}.ts`]
      }),
    ).toEqual([])
  })

  it('holds the contract that was reviewed: each id, level, profile and error', () => {
    expect(checkContract(), 'shared/ports/checks.json is stale: npm run generate').toEqual(contract)
    expect(Object.keys(contract), 'shared/ports/checks.json is stale: npm run generate').toEqual(
      checkRegistry.map(({ id }) => id),
    )
  })

  it('keeps groups together, in the order of the catalogue', () => {
    const groups = checkRegistry.map(({ group }) => group)
    expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(
      checkGroups.filter((group) => groups.includes(group)),
    )
  })

  it('finds a check by its id and nothing by another one', () => {
    for (const check of checkRegistry) expect(checkById(check.id)).toBe(check)
    expect(checkById('vci.no.such')).toBeNull()
  })

  it('has a heading of its own for each group, since one page lists them all', () => {
    const headings = checkGroups.map((group) => groupWords[group].long)
    expect([...new Set(headings)]).toEqual(headings)
  })
})

describe('each check', () => {
  it('has an id of its group, which no other group begins with', () => {
    expect(
      breaking(({ id, group }) => [
        ...(/^[a-z]+\.[a-z_]+(\.[a-z0-9_]+)+$/.test(id) ? [] : ['is no id']),
        ...(id.split('.').slice(0, 2).join('.') === group ? [] : [`is in ${group}`]),
        ...(describeCheck(checkById(id)!).group === id.split('.')[1] ? [] : ['is described in another group']),
        ...(groupName(group) === id.split('.')[1] ? [] : [`is called one of ${groupName(group)}`]),
      ]),
    ).toEqual([])
  })

  it('says why it passes if it can end as a warning, and only then', () => {
    const warns = ({ id, level, reasons, run, profile, toldUnclaimed }: Check<never>): boolean =>
      level === 'info' ||
      Object.values(reasons).some(({ rule }) => rule === 'house') ||
      // What TS3 adds is judged the same where no key attestation is asked for.
      (id.startsWith('vci.key_attestation.') &&
        (profile !== 'eu' || toldUnclaimed === true || id === 'vci.key_attestation.status_valid')) ||
      (examples.get(id)?.violated ?? []).some((subject) => {
        const outcome = run(subject)
        return outcome.result === 'tolerated' || ('echo' in outcome && outcome.echo === true)
      })
    const known = new Set(toleratedChecks)
    expect(breaking((check) => (warns(check) && !known.has(check.id) ? ['does not say why it passes'] : []))).toEqual(
      [],
    )
    expect(toleratedChecks.filter((id) => !checkRegistry.some((check) => check.id === id && warns(check)))).toEqual([])
    for (const id of toleratedChecks) expect(whyItPasses({ id })).toMatch(/^[A-Z][^{}]*[.]$/)
    expect(whyItPasses({ id: 'vp.kb.aud', softened: 'inferred' })).toContain('names no session')
    expect(whyItPasses({ id: 'vp.kb.aud' })).toBeNull()
  })

  it('cites clauses that resolve to a link', () => {
    for (const check of checkRegistry) {
      for (const cited of check.clauses)
        expect(() => new URL(clause(cited).url, 'https://capture.example'), check.id).not.toThrow()
      expect(describeCheck(check).clauses, check.id).toHaveLength(check.clauses.length)
    }
  })

  it('is described as refusing under HAIP alone where only sessions of that profile are refused', () => {
    const only = checkRegistry.filter((check) => describeCheck(check).rejects_only_under === 'haip')
    const rejections = only.map((check) => [check.id, describeCheck(check).rejects])
    expect(rejections).toEqual([
      ['vp.redirect.same_session', 'invalid_request'],
      ['vp.redirect.followed', 'invalid_presentation'],
      ['vp.jwe.key_of_request', 'invalid_encrypted_response'],
      ['vp.sdjwt.cnf_jwk', 'invalid_presentation'],
    ])
    expect(describeCheck(checkById('vp.jwe.alg')!)).toMatchObject({
      rejects: 'invalid_encrypted_response',
      rejects_only_under: null,
    })
  })

  it('is described by its reasons alone: each has its fix, and none stands beside them', () => {
    for (const check of checkRegistry) {
      const described = describeCheck(check)
      expect(described).not.toHaveProperty('hint')
      expect(described.reasons.map(({ fix }) => fix)).toEqual(Object.values(check.reasons).map(({ fix }) => fix))
    }
  })

  it('has texts that are self-contained', () => {
    expect(
      breaking(({ title, why, reasons }) => {
        const fixes = Object.values(reasons).map(({ fix }) => fix)
        return [
          ...(/^[A-Z].*[^.!?]$/.test(title) ? [] : [title]),
          ...[why, ...fixes].filter((text) => !/^[A-Z].*[.]$/.test(text)),
          ...[title, why, ...fixes].filter((text) => text !== text.trim() || / {2}|\.\.$/.test(text)),
        ]
      }),
    ).toEqual([])
  })

  it('says what is wrong when it fails, in words that a sentence about a failure takes as they are', () => {
    expect(
      breaking(({ problem }) => {
        // The compiler asks for it, and a test runs without the compiler.
        if (problem === undefined) return ["lacks problem, what is wrong when it fails, e.g. 'The scope is missing'"]
        if (typeof problem === 'string')
          return [
            ...(/^[A-Z].*[^.]$/.test(problem) ? [] : [`problem is no sentence without its full stop: ${problem}`]),
            // One that names what was received may set it off.
            ...(/[:;] | must /.test(problem) && !/\{[a-z_]+\}/.test(problem)
              ? [`problem says more than what is wrong, as refusal may: ${problem}`]
              : []),
            ...(/^(?:Add|Ask|Encode|Encrypt|Leave|Make|Name|Open|Put|Send|Set|Sign|Use) /.test(problem)
              ? [`problem says what to do, as refusal may: ${problem}`]
              : []),
          ]
        const { subject, must } = problem
        return [
          ...(/^[A-Z].*[^.]$/.test(subject) ? [] : [`problem.subject does not begin a sentence: ${subject}`]),
          ...(/^be .*[^.]$/.test(must) ? [] : [`problem.must does not go on after "it must": ${must}`]),
        ]
      }),
    ).toEqual([])
  })

  it('has a refusal that may be in error_description exactly when it refuses', () => {
    expect(
      breaking(({ rejects, refusal }) => {
        if (rejects === undefined) return refusal === undefined ? [] : ['has refusal, but lacks rejects']
        if (refusal === undefined) return ['has rejects, but lacks refusal']
        return [
          ...(errorStatus[rejects] >= 400 ? [] : [`${rejects} is no error`]),
          // RFC 6749 section 5.2: no quote, no backslash, nothing outside ASCII.
          ...(/^[A-Z][\x20-\x21\x23-\x5b\x5d-\x7e]*\.$/.test(refusal) ? [] : [refusal]),
        ]
      }),
    ).toEqual([])
  })

  it('needs only checks that exist', () => {
    expect(breaking(({ needs = [] }) => needs.filter((needed) => checkById(needed) === null))).toEqual([])
  })

  it('puts in doubt what its group is about, so that no refusal uses it up', () => {
    const about: Readonly<Partial<Record<CheckGroup, Concern>>> = {
      'vci.client_auth': 'client',
      'vci.wallet_attestation': 'client',
      'vci.private_key_jwt': 'client',
      'vci.dpop': 'dpop_proof',
    }
    expect(
      breaking(({ group, concerns = [] }) => {
        const concern = about[group]
        return concern === undefined || concerns.includes(concern) ? [] : [`does not concern the ${concern}`]
      }),
    ).toEqual([])
  })

  it('says in which sessions it never runs, where the others of its area do', () => {
    const inArea = (area: CheckGroup) => checkRegistry.filter(({ group }) => group === area)
    expect(
      breaking(({ group, impossibleIn }) => {
        const area = inArea(group)
        const said = area.flatMap((check) => (check.impossibleIn === undefined ? [] : [check.impossibleIn.join()]))
        if (impossibleIn !== undefined || said.length < (area.length * 2) / 3) return []
        return [`lacks impossibleIn, which others of ${group} say: ${said[0]}; [] if it runs in every session`]
      }),
    ).toEqual([])
  })

  it('judges a part that decoded tokens have where it judges a member', () => {
    const ofJwt = /^(key_binding(\.|$))?((header|claims)(\.[a-z_0-9]+)?|signature|thumbprint|disclosures)?$/
    const ofJwe = /^(part_lengths|decrypted)$/
    const ofMdoc = /^(version|status|documents(\.0(\.[a-z_0-9]+)+)?)$/
    expect(
      breaking(({ judges: { member = 'header' } = { token: '' } }) =>
        [ofJwt, ofJwe, ofMdoc].some((form) => form.test(member)) ? [] : [member],
      ),
    ).toEqual([])
  })

  it('distinguishes good, bad and absent', () => {
    expect(
      breaking((check) => {
        const { pass, violated, notApplicable } = examples.get(check.id) ?? {
          pass: [],
          violated: [],
          notApplicable: [],
        }
        const missing = (kind: keyof Examples<never>) =>
          `add an example to its '${kind}' in ${areaPath(check.id)}.examples.ts`
        return [
          ...resultsOf(check, pass).filter((result) => result !== 'pass'),
          ...resultsOf(check, violated).filter((result) => !['violated', 'tolerated'].includes(result)),
          ...resultsOf(check, notApplicable).filter((result) => !['not_applicable', 'not_observed'].includes(result)),
          ...(pass.length > 0 || pass === neverDecided ? [] : [missing('pass')]),
          ...(violated.length > 0 || violated === neverViolated || violated === neverDecided
            ? []
            : [missing('violated')]),
          ...(notApplicable.length > 0 || notApplicable === alwaysJudged ? [] : [missing('notApplicable')]),
        ]
      }),
    ).toEqual([])
  })

  it('is open in an issuance without requests', () => {
    const entries = projectConformance(issuerKind, evidence([])).entries
    const ids = checkRegistry
      .filter(({ group, profile }) => protocolOf(group) === 'vci' && profile !== 'eu')
      .map(({ id }) => id)
    expect(entries.map(({ id }) => id)).toEqual(ids)
    const open = ['not_observed', 'not_applicable']
    expect(entries.filter(({ status }) => !open.includes(status))).toEqual([])
  })
})

describe('the examples', () => {
  it('show where a comparison failed, for what was expected and what was seen differ', () => {
    const alike = checkRegistry.flatMap((check) =>
      (examples.get(check.id)?.violated ?? []).flatMap((subject, place) => {
        const outcome = check.run(subject)
        const { expected, actual } = outcome.result === 'violated' || outcome.result === 'tolerated' ? outcome : {}
        if (expected === undefined || actual === undefined) return []
        const [due, seen] = [expected, actual].map((value) => JSON.stringify(rendered(value)))
        return due === seen ? [`${check.id}, violated ${place}: ${due}`] : []
      }),
    )
    expect(alike).toEqual([])
  })

  it('are of a check each, and are in one place', () => {
    expect([...examples.keys()].filter((id) => checkById(id) === null)).toEqual([])
    expect(twice).toEqual([])
  })

  it('are in every file that is called so', () => {
    expect(withoutExamples).toEqual([])
  })
})
