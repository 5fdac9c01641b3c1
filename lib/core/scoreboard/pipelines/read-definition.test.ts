import { describe, expect, it } from 'vitest'
import type { ResolvedNames } from '../scoreboard-store'
import { builtInPipelines } from './built-in-pipelines'
import { readDefinition, readDefinitionAgain, requireDefinition } from './read-definition'

const known: Readonly<Record<string, readonly string[]>> = {
  wallets: ['acme/wallet', 'wallet-capture/reference-wallet'],
  wallet_versions: ['acme/wallet/2-0'],
  credentials: ['acme/issuer/pid'],
  use_cases_verifications: ['acme/verifier/age'],
  custom_checks: ['acme/probe'],
}
const store = {
  resolve: async ({ paths }: { readonly paths: Readonly<Record<string, readonly string[]>> }) => ({
    paths: Object.fromEntries(
      Object.entries(paths).map(([collection, names]) => [
        collection,
        new Map(names.filter((name) => known[collection]?.includes(name)).map((name) => [name, 'an id'])),
      ]),
    ) as ResolvedNames['paths'],
    pipelines: new Map(),
    claimed: new Map<string, string>(),
    named: new Set<string>(),
    results: new Map(),
  }),
}
const catalogue = {
  presets: new Set(['issue.pid']),
  campaigns: new Set(['smoke']),
  builtInChecks: new Set(['acme/probe']),
}
const read = (value: unknown) => readDefinition(value, { catalogue, store })
const whole = {
  version: 1,
  runner: 'real_wallet_qr',
  wait_seconds: 30,
  timeout_seconds: 60,
  entities: { wallet: 'acme/wallet', wallet_version: 'acme/wallet/2-0', custom_checks: ['acme/probe'] },
  steps: [
    { id: 'issue', kind: 'issuance', session: {}, credential: 'acme/issuer/pid', require: ['vci.dpop.htu'] },
    { id: 'present', kind: 'presentation', session: {}, use_case: 'acme/verifier/age', on_failure: 'continue' },
    { id: 'smoke', kind: 'campaign', campaign: 'smoke', expected_failures: '* vci.dpop.htu', fail_on: 'should' },
    { id: 'some', kind: 'campaign', presets: ['issue.pid'] },
    { id: 'probe', kind: 'custom', custom_check: 'acme/probe', runs: 'built_in' },
    { id: 'theirs', kind: 'custom', custom_check: 'acme/probe' },
  ],
}
/** The definition with members of its first step, or of the whole, replaced. */
const withStep = (members: object) => ({ ...whole, steps: [{ ...whole.steps[0], ...members }] })
const problemOf = async (value: unknown) => {
  const answer = await read(value)
  return 'problems' in answer ? answer.problems.map(({ path, code }) => `${path} ${code}`) : []
}

describe('a definition', () => {
  it('may have steps of every kind, and gets its defaults', async () => {
    const answer = await read(whole)
    expect('problems' in answer ? answer.problems : []).toEqual([])
    const { definition } = answer as Extract<typeof answer, { definition: unknown }>
    expect(definition.steps.map(({ on_failure }) => on_failure)).toEqual([
      'stop',
      'continue',
      'stop',
      'stop',
      'stop',
      'stop',
    ])
    expect(definition.steps[1]).toMatchObject({ require: 'all' })
    expect(definition.steps[5]).toMatchObject({ runs: 'external' })
    const { wait_seconds: _, timeout_seconds: __, entities: ___, ...short } = whole
    expect(await read(short)).toMatchObject({
      definition: { wait_seconds: 600, timeout_seconds: 3600, entities: { custom_checks: [] } },
    })
  })

  it('of before this version stays valid', async () => {
    const stored = builtInPipelines.filter(({ since }) => since === 1).map(({ definition }) => definition)
    expect(stored.length).toBe(4)
    for (const definition of stored) {
      // The record of its credential is missing in this test.
      const problems = (await problemOf(definition)).filter((text) => !text.endsWith('unknown_path'))
      expect(problems).toEqual([])
    }
  })

  it.each<[string, unknown, string]>([
    ['version', { ...whole, version: 2 }, 'version invalid_value'],
    ['runner', { ...whole, runner: 'robot' }, 'runner invalid_value'],
    ['a wait too short', { ...whole, wait_seconds: 29 }, 'wait_seconds too_small'],
    ['a timeout too long', { ...whole, timeout_seconds: 7201 }, 'timeout_seconds too_big'],
    ['no steps', { ...whole, steps: [] }, 'steps too_small'],
    [
      '21 steps',
      { ...whole, steps: Array.from({ length: 21 }, (_, at) => ({ ...whole.steps[0], id: `${at}` })) },
      'steps too_big',
    ],
    ['an unknown kind', withStep({ kind: 'dance' }), 'steps.0.kind invalid_union'],
    ['an id in capitals', withStep({ id: 'Issue' }), 'steps.0.id invalid_format'],
    ['a session too long', withStep({ session: { a: 'x'.repeat(65_536) } }), 'steps.0.session custom'],
    ['a session of no flow', withStep({ session: { flow: 'nonsense' } }), 'steps.0.session.flow invalid_value'],
    [
      'a wrong member inside a session',
      withStep({ session: { tx_code: { length: 99 } } }),
      'steps.0.session.tx_code.length too_big',
    ],
    [
      'a presentation that expires too soon',
      { ...whole, steps: [{ id: 'a', kind: 'presentation', session: { expires_in: 1 } }] },
      'steps.0.session.expires_in too_small',
    ],
    ['an unknown check', withStep({ require: ['vci.no.such'] }), 'steps.0.require.0 unknown_check'],
    ['a check of the other kind', withStep({ require: ['vp.jwe.default_enc'] }), 'steps.0.require.0 unknown_check'],
    ['an unknown credential', withStep({ credential: 'acme/none/pid' }), 'steps.0.credential unknown_path'],
    ['an unknown wallet', { ...whole, entities: { wallet: 'acme/none' } }, 'entities.wallet unknown_path'],
    [
      'a version of no wallet',
      { ...whole, entities: { wallet_version: 'a/b/c' } },
      'entities.wallet_version unknown_path',
    ],
    ['no integration', { ...whole, entities: { custom_checks: ['a/b'] } }, 'entities.custom_checks.0 unknown_path'],
    [
      'an unknown use case',
      { ...whole, steps: [{ id: 'a', kind: 'presentation', session: {}, use_case: 'a/b/c' }] },
      'steps.0.use_case unknown_path',
    ],
    [
      'an unknown campaign',
      { ...whole, steps: [{ id: 'a', kind: 'campaign', campaign: 'none' }] },
      'steps.0.campaign unknown_campaign',
    ],
    [
      'an unknown preset',
      { ...whole, steps: [{ id: 'a', kind: 'campaign', presets: ['none'] }] },
      'steps.0.presets.0 unknown_preset',
    ],
    ['neither campaign nor presets', { ...whole, steps: [{ id: 'a', kind: 'campaign' }] }, 'steps.0.campaign custom'],
    [
      'expected failures too long',
      { ...whole, steps: [{ id: 'a', kind: 'campaign', campaign: 'smoke', expected_failures: '#'.repeat(16_385) }] },
      'steps.0.expected_failures custom',
    ],
    ['an id twice', { ...whole, steps: [whole.steps[0], whole.steps[0]] }, 'steps.1.id duplicate_id'],
  ])('is refused with %s', async (_, value, problem) => {
    expect(await problemOf(value)).toEqual([problem])
  })

  it('is told every place at once, what is named wrongly in parts that can be read too', async () => {
    const steps = [
      { ...whole.steps[0], require: ['vci.no.such'] },
      { id: 'b', kind: 'dance' },
      { id: 'c', kind: 'campaign', campaign: 'none' },
    ]
    const value = { ...whole, runner: 'robot', entities: { wallet: 'acme/none' }, steps }
    expect(await problemOf(value)).toEqual([
      'runner invalid_value',
      'steps.1.kind invalid_union',
      'steps.0.require.0 unknown_check',
      'steps.2.campaign unknown_campaign',
      'entities.wallet unknown_path',
    ])
    const read = await readDefinition(value, { catalogue, store })
    expect(read).toMatchObject({
      problems: [{}, { message: 'must be one of issuance, presentation, campaign, custom' }, {}, {}, {}],
    })
    for (const none of [null, 1, [], { entities: 1, steps: 1 }, { steps: [null] }])
      expect((await problemOf(none)).length).toBeGreaterThan(0)
  })

  it('says in words what the id of a step must be', async () => {
    expect(await read(withStep({ id: 'Issue' }))).toMatchObject({
      problems: [{ path: 'steps.0.id', message: 'must be 1 to 40 lower-case letters, digits and hyphens' }],
    })
  })

  it('is told of the other members of a step whose id or session cannot be read', async () => {
    const wrong = { ...whole.steps[0], id: 'Not An Id', session: 'none', require: ['vci.no.such'], credential: 'a/b/c' }
    const nameless = { ...whole.steps[3], presets: ['none'], id: undefined }
    const steps = [wrong, wrong, nameless, { id: 'x y', kind: 'campaign', campaign: 'none', fail_on: 1 }]
    expect((await problemOf({ ...whole, steps })).sort()).toEqual(
      [
        ...[0, 1].flatMap((at) => [
          `steps.${at}.id invalid_format`,
          `steps.${at}.session invalid_type`,
          `steps.${at}.require.0 unknown_check`,
          `steps.${at}.credential unknown_path`,
        ]),
        'steps.2.id invalid_type',
        'steps.2.presets.0 unknown_preset',
        'steps.3.id invalid_format',
        'steps.3.fail_on invalid_value',
        'steps.3.campaign unknown_campaign',
      ].sort(),
    )
  })

  it('says what a member of a session must be, and lets a run that has begun go on', async () => {
    const value = withStep({ session: { flow: 'nonsense', unknown: 1 } })
    expect(await read(value)).toEqual({
      problems: [
        {
          path: 'steps.0.session.flow',
          code: 'invalid_value',
          message: 'must be one of pre_authorized_code, authorization_code',
        },
      ],
    })
    expect(readDefinitionAgain(value, catalogue)).toHaveProperty('definition')
  })

  it('may not name an integration as built in that the service does not run', async () => {
    const value = { ...whole, steps: [{ id: 'a', kind: 'custom', custom_check: 'acme/probe', runs: 'built_in' }] }
    const none = { ...catalogue, builtInChecks: new Set<string>() }
    expect(await readDefinition(value, { catalogue: none, store })).toMatchObject({
      problems: [{ path: 'steps.0.custom_check', code: 'unknown_built_in' }],
    })
  })

  it('that is wrong in more places than twenty names twenty, in the words of a refusal', async () => {
    const steps = Array.from({ length: 20 }, () => ({ ...whole.steps[0], require: ['a', 'b'] }))
    const refusal = await requireDefinition({ ...whole, steps }, { catalogue, store }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'invalid_pipeline' })
    const { details } = (refusal as { members: { details: { message: string }[] } }).members
    expect(details).toHaveLength(20)
    for (const { message } of details) expect(message).toMatch(/^must /)
  })
})
