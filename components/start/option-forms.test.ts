import { describe, expect, it } from 'vitest'
import type { FieldReading, FormField, SessionForm } from '@/lib/core/engine/sessions/session-form'
import { sessionForms, sessionRequests } from '@/lib/core/issuer-and-verifier'
import type { Json } from '@/lib/core/shared/values/json'
import { repeatFields } from '../inspector/model/repeated-request'
import { readOptions } from './read-options'
import * as drawn from './session-form-controls'
import * as written from './session-form-fields'

const values: Readonly<Record<FieldReading, Json>> = {
  text: 'x',
  whole: 90,
  count: 30,
  true: true,
  true_or_false: true,
  object: { a: 1 },
  texts: ['a'],
  list: [{ op: 'remove' }],
}
const halves: readonly (readonly [string, readonly FormField[]])[] = [
  ['an issuance', written.issuerFields],
  ['a presentation', written.verifierFields],
]

const stale = 'components/start/session-form-fields.ts and session-form-controls.ts are stale: npm run generate'

it('forms have the fields that the options of issuer and verifier say', () => {
  const { issuer, verifier } = sessionForms()
  expect({ ...written, ...drawn }, stale).toEqual({
    issuerFields: issuer.fields,
    issuerSentence: issuer.sentence,
    issuerOptionFields: issuer.drawn,
    verifierFields: verifier.fields,
    verifierSentence: verifier.sentence,
    verifierOptionFields: verifier.drawn,
  })
})

/** Texts to try for a field: those it passes on alone, its choices, and the bounds of its input. */
function offered({ sentence, drawn: listed }: SessionForm, { name, only = [] }: FormField): readonly string[] {
  const word = sentence[name]?.choices ?? []
  const control = listed.find((one) => one.name === name)
  const choices = control?.control === 'select' ? control.choices : []
  const ends = control?.control === 'number' ? [control.min, control.max].map(String) : []
  const longest = control?.control === 'text' ? ['x'.repeat(control.max)] : []
  const switches = listed.flatMap((one) =>
    one.control === 'switch' && one.alwaysOn?.field === name ? [one.alwaysOn.value] : [],
  )
  return [...only, ...[...word, ...choices].map(([value]) => value), ...ends, ...longest, ...switches].filter(Boolean)
}

describe('a form offers nothing that its option refuses', () => {
  const { issuer, verifier } = sessionForms()
  it.each([
    ['an issuance', issuer, sessionRequests.issuance],
    ['a presentation', verifier, sessionRequests.presentation],
  ] as const)('of %s', (_kind, form, request) => {
    const refused = form.fields.flatMap(({ inside, ...field }) =>
      offered(form, field).flatMap((text) => {
        const filled = new FormData()
        filled.set(field.name, text)
        const { [field.option]: value } = readOptions(filled, [field])
        const told = text.length > 40 ? `a text of ${text.length} characters` : `"${text}"`
        const start = `${field.option} (session-options.ts, or a file beside it): its field ${field.name} offers ${told}, which`
        if (value === undefined) return [`${start} the form leaves out by its only or reading`]
        const member = inside === undefined ? value : { [inside]: value }
        return request.safeParse({ [field.option]: member }).success ? [] : [`${start} its schema refuses`]
      }),
    )
    expect(refused).toEqual([])
  })
})

describe('"Run again"', () => {
  it.each(halves)(
    'asks for every option as the session kept it, and for none that it leaves out: %s',
    (_kind, fields) => {
      const repeated = fields.filter(({ again }) => again === 'as_kept')
      const asked = Object.fromEntries(
        fields.map(({ option, reading, only }) => [option, only?.[0] ?? values[reading]]),
      )
      const form = new FormData()
      for (const [name, text] of Object.entries(repeatFields(fields, { options: asked }, {}))) form.set(name, text)
      expect(readOptions(form, fields)).toEqual(
        Object.fromEntries(repeated.map(({ option }) => [option, asked[option]])),
      )
      expect(repeated.length).toBeGreaterThan(3)
    },
  )
})
