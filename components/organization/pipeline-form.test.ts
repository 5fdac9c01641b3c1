import { describe, expect, it } from 'vitest'
import { zDefinition } from '@/lib/core/scoreboard/pipelines/z-definition'
import { verifierPresets } from '../start/verifier-presets'
import { nonEmptyLines } from './form-fields'
import { unofferedCredentials } from './offered-credentials'
import {
  definitionOfDraft,
  editedDraft,
  fieldsOfDraft,
  formDataOf,
  type PipelineDraft,
  readPipelineForm,
} from './pipeline-draft'
import {
  definitionOfForm,
  definitionOfText,
  editedSteps,
  formOfDefinition,
  newDefinition,
  placedProblems,
  stepText,
} from './pipeline-form'

const words = { organization: 'acme', canonified_name: 'nightly', name: 'Nightly', description: '' }

/** Deterministic pseudo-random numbers in [0, 1) (Park and Miller). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Generates valid definitions with members that neither schema nor form knows. */
function maker(seed: number) {
  const next = numbersFrom(seed)
  const chance = (share: number) => next() < share
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const one = <Value>(values: readonly Value[]): Value => values[whole(0, values.length - 1)] as Value
  const texts = ['a', 'acme/wallet', ' spaced ', 'zwei\nlines', 'cr\r\nlf', '', '"quoted"', '{"a":1}', '0', 'ünï', '\n']
  const maybe = (member: string, value: () => unknown) => (chance(0.5) ? { [member]: value() } : {})
  const json = (depth: number): unknown =>
    one([
      () => null,
      () => chance(0.5),
      () => whole(-9, 9) / 4,
      () => one(texts),
      () => (depth === 0 ? [] : Array.from({ length: whole(0, 3) }, () => json(depth - 1))),
      () => (depth === 0 ? {} : object(depth - 1)),
    ])()
  const object = (depth = 2): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: whole(0, 3) }, (_, index) => [`${one(texts)}${index}`, json(depth)]))
  const path = () => one(texts.filter((text) => text !== ''))
  const listed = (min: number) => Array.from({ length: whole(min, 3) }, () => one(texts))
  /** The same members in random order. */
  const shuffled = (value: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value)
        .map((entry) => [next(), entry] as const)
        .sort(([first], [second]) => first - second)
        .map(([, entry]) => entry),
    )
  const require = () => one([() => 'all', () => 'none', () => listed(1)])()
  const step = (index: number) => {
    const common = {
      id: `step-${index}`,
      ...maybe('on_failure', () => one(['stop', 'continue'])),
      ...maybe('note', json.bind(null, 2)),
    }
    const kind = one(['issuance', 'presentation', 'campaign', 'custom'])
    const own: Record<string, unknown> =
      kind === 'campaign'
        ? {
            ...(chance(0.5) ? { campaign: one(texts) } : { presets: listed(1) }),
            ...maybe('expected_failures', () => one(texts)),
            ...maybe('fail_on', () => one(['must', 'should', 'info'])),
          }
        : kind === 'custom'
          ? { custom_check: path(), ...maybe('runs', () => one(['built_in', 'external'])) }
          : {
              session: shuffled({
                ...object(),
                ...maybe('flow', () => json(1)),
                ...maybe('dcql_query', () => json(2)),
              }),
              ...maybe(kind === 'issuance' ? 'credential' : 'use_case', path),
              ...maybe('require', require),
            }
    // Members of other kinds too, which the schema ignores.
    return shuffled({ ...common, ...own, kind, ...(chance(0.2) && kind === 'custom' ? { session: object() } : {}) })
  }
  return () =>
    shuffled({
      version: 1,
      runner: one(['built_in_wallet', 'real_wallet_qr', 'external_ci']),
      ...maybe('wait_seconds', () => whole(30, 3600)),
      ...maybe('timeout_seconds', () => whole(60, 7200)),
      ...maybe('entities', () =>
        shuffled({
          ...maybe('wallet', path),
          ...maybe('wallet_version', path),
          ...maybe('custom_checks', () => Array.from({ length: whole(0, 3) }, path)),
          ...maybe('more', () => json(2)),
        }),
      ),
      ...maybe('x-ours', () => json(3)),
      steps: Array.from({ length: whole(1, 5) }, (_, index) => step(index)),
    })
}

/** Posts a draft like a browser: CR LF line endings, and only fields in the page. */
function posted(draft: PipelineDraft, action = 'save'): ReturnType<typeof readPipelineForm> {
  const fields = [...fieldsOfDraft(draft), ['do', action] as const]
  return readPipelineForm(formDataOf(fields.map(([name, text]) => [name, text.replaceAll(/\r\n?|\n/g, '\r\n')])))
}

const asForm = (definition: unknown): PipelineDraft & { readonly view: 'form' } => {
  const form = formOfDefinition(definition)
  if (form === null) throw new Error('No form shows this definition.')
  return { ...words, view: 'form', form }
}

describe('a definition as a form and as JSON', () => {
  it('is the same after each way there and back, members in their order and unknown ones included', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const make = maker(seed)
      const definition = make()
      expect(zDefinition.safeParse(definition).error).toBeUndefined()
      const text = JSON.stringify(definition)
      // Posted as a form and read back.
      const { draft } = posted(asForm(definition))
      expect(JSON.stringify(definitionOfDraft(draft))).toBe(`{"definition":${text},"problems":[]}`)
      // From the form to JSON, posted, and back to the form.
      const json = editedDraft(draft, 'json').draft
      expect(JSON.stringify(definitionOfDraft(posted(json).draft).definition)).toBe(text)
      const again = editedDraft(posted(json).draft, 'form').draft
      expect(again.view).toBe('form')
      expect(JSON.stringify(definitionOfDraft(posted(again).draft).definition)).toBe(text)
    }
  })

  it('keeps its steps whole wherever they are moved', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const make = maker(seed)
      const definition = make() as { steps: unknown[] }
      const count = definition.steps.length
      const moved = editedSteps(asForm(definition).form, { edit: 'down', step: 0 })
      const expected =
        count > 1 ? [definition.steps[1], definition.steps[0], ...definition.steps.slice(2)] : definition.steps
      expect(definitionOfForm(moved).definition).toEqual({ ...definition, steps: expected })
      const back = editedSteps(moved, { edit: 'up', step: Math.min(1, count - 1) })
      expect(JSON.stringify(definitionOfForm(back).definition)).toBe(JSON.stringify(definition))
      const without = editedSteps(asForm(definition).form, { edit: 'remove', step: 0 })
      expect(definitionOfForm(without).definition).toEqual({ ...definition, steps: definition.steps.slice(1) })
    }
  })
})

describe('what is typed', () => {
  const type = (
    texts: Record<string, string>,
    step: Record<string, string> = {},
    definition: unknown = newDefinition,
  ) => {
    const { form, ...draft } = asForm(definition)
    const [first, ...others] = form.steps
    const steps = first === undefined ? [] : [{ ...first, texts: { ...first.texts, ...step } }, ...others]
    return definitionOfDraft({ ...draft, form: { ...form, texts: { ...form.texts, ...texts }, steps } })
  }

  it('becomes members, and what is emptied goes', () => {
    const { definition, problems } = type(
      { wait_seconds: ' 90 ', wallet: 'acme/quillfern', custom_checks: 'acme/a\n\n  acme/b' },
      { credential: 'acme/pid', require: 'checks', require_checks: 'vci.dpop.htu\n', on_failure: 'continue' },
    )
    expect([definition, problems]).toEqual([
      {
        version: 1,
        runner: 'built_in_wallet',
        wait_seconds: 90,
        entities: { wallet: 'acme/quillfern', custom_checks: ['acme/a', 'acme/b'] },
        steps: [
          {
            id: 'issue',
            kind: 'issuance',
            session: { flow: 'pre_authorized_code' },
            credential: 'acme/pid',
            require: ['vci.dpop.htu'],
            on_failure: 'continue',
          },
        ],
      },
      [],
    ])
    const emptied = type(
      { wait_seconds: '', wallet: '', custom_checks: '' },
      { credential: '', require: 'all' },
      definition,
    )
    expect(emptied.definition).toMatchObject({ entities: {}, steps: [{ require: 'all' }] })
    expect(emptied.definition).not.toHaveProperty('wait_seconds')
    expect(emptied.definition).not.toHaveProperty(['steps', 0, 'credential'])
  })

  it('stays as it is where it cannot be right, and JSON that is none is told', () => {
    const { definition, problems } = type({ wait_seconds: 'soon' }, { session: '{"flow": ' })
    expect(definition).toMatchObject({ wait_seconds: 'soon', steps: [{ session: '{"flow":' }] })
    expect(problems).toEqual([{ path: 'steps.0.session', message: expect.stringMatching(/^must be JSON: /) }])
  })

  it('is said to be empty where nothing is typed as JSON', () => {
    for (const text of ['', ' \n']) expect(definitionOfText(text).problems).toEqual([{ path: '', message: 'is empty' }])
  })

  it('of a session is a choice, and members without one stay', () => {
    const session = { flow: 'pre_authorized_code', tx_code: { length: 6 } }
    const definition = { ...newDefinition, steps: [{ id: 'a', kind: 'issuance', session }] }
    const { definition: changed }: { readonly definition: unknown } = type(
      {},
      { 'session.flow': '', 'session.credential_offer_mode': 'credential_offer_uri' },
      definition,
    )
    expect(changed).toMatchObject({
      steps: [{ session: { tx_code: { length: 6 }, credential_offer_mode: 'credential_offer_uri' } }],
    })
    expect(changed).not.toHaveProperty(['steps', 0, 'session', 'flow'])
  })

  it('of a session that names a common query is its name, another query stays as it is', () => {
    const query = verifierPresets.find(({ id }) => id === 'town')?.query
    const asking = (dcql_query: unknown) => ({
      ...newDefinition,
      steps: [{ id: 'a', kind: 'presentation', session: { dcql_query } }],
    })
    expect(type({}, { 'session.dcql_query': 'town' }, asking(undefined)).definition).toEqual(asking(query))
    expect(type({}, {}, asking({ credentials: [] })).definition).toEqual(asking({ credentials: [] }))
    expect(type({}, { 'session.dcql_query': '' }, asking(query)).definition).toMatchObject({ steps: [{ session: {} }] })
  })

  it('of a session goes where its step asks for something else', () => {
    const step = {
      from: null,
      texts: { id: 'new', kind: 'presentation', require: 'all', session: '{"flow":"pre_authorized_code"}' },
    }
    const form = { base: newDefinition, texts: {}, steps: [step] }
    expect(definitionOfForm(form).definition.steps).toEqual([{ id: 'new', kind: 'presentation', session: {} }])
    expect(stepText(step, 'session.profile')).toBe('')
  })

  it('goes with the kind of its step, and what no form knows stays', () => {
    const definition = {
      ...newDefinition,
      steps: [{ id: 'a', kind: 'issuance', session: { a: 1 }, credential: 'c', note: 1 }],
    }
    expect(type({}, { kind: 'presentation' }, definition).definition).toMatchObject({
      steps: [{ id: 'a', kind: 'presentation', session: { a: 1 }, note: 1 }],
    })
    const campaign = type({}, { kind: 'campaign', campaign: 'smoke' }, definition).definition
    expect(campaign).toMatchObject({ steps: [{ id: 'a', kind: 'campaign', note: 1, campaign: 'smoke' }] })
    for (const gone of ['session', 'credential']) expect(campaign).not.toHaveProperty(['steps', 0, gone])
  })
})

describe('a button', () => {
  const draft = asForm(newDefinition)

  it('adds a step under an id of its own, and the page goes there', () => {
    const taken = asForm({ ...newDefinition, steps: [{ id: 'step-2', kind: 'custom' }] })
    const { draft: edited, at } = editedDraft(taken, { edit: 'add' })
    expect(at).toBe('step-1')
    expect(definitionOfDraft(edited).definition).toMatchObject({
      steps: [{ id: 'step-2' }, { id: 'step-3', kind: 'issuance' }],
    })
  })

  it.each([
    ['add', { edit: 'add' }],
    ['remove:3', { edit: 'remove', step: 3 }],
    ['up:0', { edit: 'up', step: 0 }],
    ['new:wallets', { edit: 'record', kind: 'wallets' }],
    ['new:robots', 'save'],
    ['json', 'json'],
    ['', 'save'],
    ['remove:x', 'save'],
  ])('says what it does: %s', (text, action) => {
    expect(posted(draft, text).action).toEqual(action)
  })

  it('does nothing to a step that is not there', () => {
    for (const edit of ['remove', 'up', 'down'] as const)
      expect(definitionOfDraft(editedDraft(draft, { edit, step: 5 }).draft).definition).toEqual(newDefinition)
    expect(definitionOfDraft(editedDraft(draft, { edit: 'up', step: 0 }).draft).definition).toEqual(newDefinition)
  })

  it.each(['{', '[]', '{"steps": 1}', '{"steps": [1]}', '{"entities": 1}'])(
    'leaves as JSON what no form can show: %s',
    (json) => {
      const { draft: left, problems } = editedDraft({ ...words, view: 'json', json }, 'form')
      expect([left, problems]).toEqual([{ ...words, view: 'json', json }, [expect.objectContaining({ path: '' })]])
    },
  )

  it('to other fields keeps what was typed into the ones before', () => {
    const [step] = draft.form.steps
    const other = {
      ...draft.form,
      steps: [{ from: 0, texts: { ...step?.texts, kind: 'custom', custom_check: 'a/b' } }],
    }
    const { draft: back } = posted({ ...draft, form: other }, 'kind')
    if (back.view !== 'form' || back.form.steps[0] === undefined) throw new Error('The form has gone.')
    expect(stepText(back.form.steps[0], 'session')).toContain('pre_authorized_code')
    expect(stepText(back.form.steps[0], 'runs')).toBe('external')
  })
})

describe('a credential of another issuer', () => {
  it('is told beside its field, unless the session has an issuer of its own', () => {
    const issuers = [
      ['first', ['a']],
      ['second', ['b']],
    ] as const
    const offer = (session: object) => ({ steps: [{ kind: 'custom' }, { kind: 'issuance', session }] })
    const told = (session: object) => unofferedCredentials(offer(session), issuers).map(({ path }) => path)
    const place = ['steps.1.session.credential_configuration_id']
    expect(told({ credential_configuration_id: 'b' })).toEqual(place)
    expect(told({ issuer_configuration_id: 'second', credential_configuration_id: 'a' })).toEqual(place)
    for (const right of [
      {},
      { credential_configuration_id: 'a' },
      { issuer_configuration_id: 'second', credential_configuration_id: 'b' },
      { laboratory: {}, credential_configuration_id: 'mine' },
      { issuer_configuration_id: 'unknown', credential_configuration_id: 'a' },
    ])
      expect(told(right)).toEqual([])
  })
})

describe('linesOf', () => {
  it('has what is on each line', () => expect(nonEmptyLines(' a \n\n b\n')).toEqual(['a', 'b']))
})

const form = formOfDefinition({
  entities: {},
  steps: [
    { id: 'a', kind: 'issuance', session: {}, require: ['x', 'y'] },
    { id: 'b', kind: 'dance' },
  ],
})

const problems = [
  'name',
  'runner',
  'entities.custom_checks.1',
  'steps.0.session',
  'steps.0.session.flow',
  'steps.0.session.note',
  'steps.0.require.1',
  'steps.1.kind',
  'steps.1.session',
  'steps',
  '',
].map((path) => ({ path, message: 'must be right' }))

describe('a problem', () => {
  it('stands beside the field of its member, and else above the form', () => {
    const { of, elsewhere } = placedProblems(problems, form)
    expect(of('name')).toEqual(['must be right'])
    expect(of('custom_checks')).toEqual(['entry 2: must be right'])
    expect(of('steps.0.session')).toEqual(['must be right', 'note: must be right'])
    expect(of('steps.0.session.flow')).toEqual(['must be right'])
    expect(of('steps.0.require_checks')).toEqual(['entry 2: must be right'])
    expect(of('steps.1.kind')).toEqual(['must be right'])
    expect(elsewhere.map(({ path }) => path)).toEqual(['steps.1.session', 'steps', ''])
  })

  it('of a definition as JSON is listed by its path', () => {
    const { of, elsewhere } = placedProblems(problems, null)
    expect(of('name')).toEqual(['must be right'])
    expect(elsewhere).toHaveLength(problems.length - 1)
  })
})

it('a pipeline that others run has no definition, in either view, and what was typed comes back', () => {
  const elsewhere = { ...asForm(newDefinition), isElsewhere: true }
  const inJson = editedDraft(posted(elsewhere).draft, 'json').draft
  for (const { draft } of [posted(elsewhere), posted(inJson)]) {
    expect(definitionOfDraft(draft)).toEqual({ definition: null, problems: [] })
    expect(definitionOfDraft({ ...draft, isElsewhere: false }).definition).toEqual(newDefinition)
  }
})
