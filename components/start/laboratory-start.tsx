// Client: the options, the request and the button stand for the same entries.
'use client'

import { useState } from 'react'
import { credentialWords, issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import type { IssuerDeviationChoice } from '@/lib/queries/issuer-deviations'
import type { IssuerView } from '@/lib/queries/issuers'
import type { LaboratoryExample, LaboratoryField, LaboratoryMember } from '@/lib/queries/laboratory-options'
import { buttonClass } from '../ui/button-class'
import { CurlDetails } from '../ui/curl-details'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { DeviationFields } from './deviation-fields'
import { laboratoryFormId } from './form-ids'
import { OptionJson, OptionNumber, OptionSelect, OptionSwitch, OwnCertificateFields } from './option-fields'
import { isJsonObject, parseJson } from './read-options'
import { readSessionFields } from './session-fields'
import { curlOfForm, SessionForm } from './session-form'
import { issuerSentence } from './session-form-controls'

/** Input by member path, e.g. `deferred.interval`. Options without input are absent. */
export type LaboratoryEntries = Readonly<Record<string, string>>

/** Builds the request's `laboratory` object, and lists the options whose text is not valid JSON. */
export function laboratoryRequest(
  fields: readonly LaboratoryField[],
  entries: LaboratoryEntries,
): { readonly laboratory: JsonObject; readonly unreadable: readonly string[] } {
  const unreadable: string[] = []
  const readMember = ({ name, control }: LaboratoryMember, path: string): Json | undefined => {
    const text = entries[path] ?? ''
    if (control.kind === 'members') {
      if (text !== 'true') return undefined
      return defined(control.members.map((one) => [one.name, readMember(one, `${path}.${one.name}`)]))
    }
    if (text === '') return undefined
    if (control.kind === 'choice') return control.areJson === true ? (parseJson(text) ?? text) : text
    const value = parseJson(text)
    if (value === undefined) unreadable.push(name)
    return value
  }
  const laboratory = defined(fields.map((field) => [field.name, readMember(field, field.name)]))
  return { laboratory, unreadable }
}

const defined = (members: readonly (readonly [string, Json | undefined])[]): JsonObject =>
  Object.fromEntries(members.filter((one): one is readonly [string, Json] => one[1] !== undefined))

/** Form entries for a request, with JSON pretty-printed. */
export function entriesOf(fields: readonly LaboratoryMember[], laboratory: JsonObject, prefix = ''): LaboratoryEntries {
  return Object.fromEntries(
    fields.flatMap(({ name, control }): (readonly [string, string])[] => {
      const { [name]: value } = laboratory
      if (value === undefined || value === null) return []
      const path = `${prefix}${name}`
      if (control.kind === 'members' && isJsonObject(value))
        return [[path, 'true'], ...Object.entries(entriesOf(control.members, value, `${path}.`))]
      return [[path, typeof value === 'string' ? value : JSON.stringify(value, null, 2)]]
    }),
  )
}

interface LaboratoryFieldsProps {
  readonly fields: readonly LaboratoryField[]
  readonly entries: LaboratoryEntries
  readonly onChange: (path: string, text: string) => void
}

/** Options of one group: each with its member, effect and default. */
function LaboratoryFields({ fields, ...form }: LaboratoryFieldsProps) {
  return (
    <div className="mt-3 grid gap-4 md:grid-cols-2">
      {fields.map((field) => (
        <MemberField key={field.name} path={field.name} member={field} help={helpOf(field)} {...form} />
      ))}
    </div>
  )
}

interface MemberFieldProps extends Omit<LaboratoryFieldsProps, 'fields'> {
  readonly member: LaboratoryMember
  readonly path: string
  readonly help: string
}

function MemberField({ member, path, help, entries, onChange }: MemberFieldProps) {
  const { name, control } = member
  const words = { name: `laboratory.${path}`, label: name, member: null, help }
  const bound = { value: entries[path] ?? '', onChange: (text: string) => onChange(path, text) }
  const usual = `default: ${defaultWords(member)}`
  switch (control.kind) {
    case 'choice':
      return (
        <OptionSelect
          {...words}
          {...bound}
          choices={[['', usual], ...control.values.map((one) => [one, one] as const)]}
        />
      )
    case 'switch':
      return (
        <OptionSelect
          {...words}
          {...bound}
          choices={[
            ['', usual],
            ['true', 'true'],
            ['false', 'false'],
          ]}
        />
      )
    case 'number':
      return <OptionNumber {...words} {...bound} min={control.min} max={control.max} />
    case 'json':
      return <OptionJson {...words} {...bound} />
    case 'members':
      return (
        <div className="grid content-start gap-3">
          <OptionSwitch {...words} value={bound.value === 'true'} onChange={(on) => bound.onChange(on ? 'true' : '')} />
          {bound.value === 'true' && (
            <div className="ml-6 grid gap-3">
              {control.members.map((one) => (
                <MemberField
                  key={one.name}
                  path={`${path}.${one.name}`}
                  member={one}
                  help={helpOf(one)}
                  entries={entries}
                  onChange={onChange}
                />
              ))}
            </div>
          )}
        </div>
      )
  }
}

/** JSON defaults keep their quotation marks; without them they would not be JSON. */
const defaultWords = ({ byDefault, control: { kind } }: LaboratoryMember): string =>
  byDefault === '' || byDefault === 'null' ? 'none' : kind === 'json' ? byDefault : byDefault.replaceAll('"', '')

/** Allowed values and default, unless the control shows them itself. */
function valuesOf(member: LaboratoryMember): string {
  const { control } = member
  const byDefault = defaultWords(member)
  switch (control.kind) {
    case 'number':
      return `From ${control.min} to ${control.max}${byDefault === 'none' ? '' : `, default ${byDefault}`}.`
    case 'json':
      return byDefault === 'none' ? 'As JSON.' : `As JSON, default ${byDefault}.`
    case 'choice':
    case 'switch':
    case 'members':
      return ''
  }
}

const helpOf = (member: LaboratoryMember): string =>
  `${member.description.replace(/(?<=[^.])$/, '.')} ${valuesOf(member)}`.trim()

interface LaboratoryStartProps {
  readonly baseUrl: string
  readonly issuers: readonly IssuerView[]
  readonly groups: readonly { readonly title: string; readonly fields: readonly LaboratoryField[] }[]
  readonly deviations: readonly IssuerDeviationChoice[]
  readonly examples: readonly LaboratoryExample[]
  /** Fields to begin with, as the form sent them. */
  readonly initial?: Readonly<Record<string, string>> | undefined
}

/** Starts a session with an issuer of its own, and shows the equivalent request. */
export function LaboratoryStart({
  baseUrl,
  issuers,
  groups,
  deviations,
  examples,
  initial = {},
}: LaboratoryStartProps) {
  const fields = groups.flatMap((group) => group.fields)
  const [issuerId, setIssuerId] = useState(initial.issuer_configuration_id ?? issuers[0]?.id ?? '')
  const configurations = issuers.find(({ id }) => id === issuerId)?.credential_configuration_ids ?? []
  const [credential, setCredential] = useState(() => {
    const { credential_configuration_id: id } = initial
    return id === undefined ? '' : credentialWords(id)
  })
  const [flow, setFlow] = useState<string>(initial.flow ?? issuerSentence.flow.choices[0][0])
  const [mode, setMode] = useState<string>(
    initial.credential_offer_mode ?? issuerSentence.credential_offer_mode.choices[0][0],
  )
  const [trust, setTrust] = useState(initial.trust_framework ?? '')
  const [deviation, setDeviation] = useState(initial.issuer_fault ?? '')
  const [entries, setEntries] = useState<LaboratoryEntries>(() => {
    const laboratory = parseJson(initial.laboratory ?? '{}')
    return isJsonObject(laboratory) ? entriesOf(fields, laboratory) : {}
  })
  const [example, setExample] = useState('')
  const { laboratory, unreadable } = laboratoryRequest(fields, entries)
  const chosen = configurations.find((id) => credentialWords(id) === credential) ?? ''
  const asked = {
    issuer_configuration_id: issuerId,
    credential_configuration_id: chosen,
    flow,
    credential_offer_mode: mode,
    trust_framework: trust,
    laboratory: JSON.stringify(laboratory),
    issuer_fault: deviation,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(asked)) form.set(name, value)
  /** A deviation brings the options that it needs. */
  const chooseDeviation = (one: IssuerDeviationChoice | null) => {
    setDeviation(one?.id ?? '')
    const { flow: byFlow, credential_offer_mode: byMode, laboratory: needed = {} } = one?.needs ?? {}
    if (byFlow !== undefined) setFlow(byFlow)
    if (byMode !== undefined) setMode(byMode)
    setEntries({ ...entries, ...entriesOf(fields, needed) })
  }
  /** An example replaces all earlier input by its preset. */
  const chooseExample = (id: string) => {
    setExample(id)
    setEntries(entriesOf(fields, examples.find((one) => one.id === id)?.laboratory ?? {}))
  }
  return (
    <Panel labelledBy="laboratory" className="p-4 md:p-6">
      <SessionForm id={laboratoryFormId} labelledBy="laboratory" className="flex flex-col gap-5">
        <h2 id="laboratory" className="flex items-center gap-2.5 text-lg">
          <Icon name="wallet" />
          What the issuer is made from
        </h2>
        <div className="grid gap-4 md:grid-cols-2">
          <OptionSelect
            name="issuer_configuration_id"
            label="Base"
            help="Whose credentials, proof types and demands it takes over."
            value={issuerId}
            onChange={setIssuerId}
            choices={issuers.map(({ id }) => [id, `${issuerWords(id)} issuer`])}
          />
          <OptionSelect
            name="credential_configuration_id"
            label="Credential"
            help="What is offered first."
            value={chosen}
            onChange={(id) => setCredential(id === '' ? '' : credentialWords(id))}
            choices={[['', 'the first one'], ...configurations.map((id) => [id, credentialWords(id)] as const)]}
          />
          <OptionSelect
            name="flow"
            label={issuerSentence.flow.label}
            help="How the wallet is authorized."
            value={flow}
            onChange={setFlow}
            choices={issuerSentence.flow.choices}
          />
          <OptionSelect
            name="credential_offer_mode"
            label={issuerSentence.credential_offer_mode.label}
            help="Whether the link holds the offer or its address."
            value={mode}
            onChange={setMode}
            choices={issuerSentence.credential_offer_mode.choices}
          />
          <OptionSelect
            name="trust_framework"
            label={issuerSentence.trust_framework.label}
            help="European: signed under an access certificate, with a registration certificate."
            value={trust}
            onChange={setTrust}
            choices={issuerSentence.trust_framework.choices}
          />
        </div>
        <input type="hidden" name="laboratory" value={asked.laboratory} />
        <noscript>
          <Note kind="information">
            Without JavaScript the options below are not sent, and each has its default. POST /sessions takes them all.
          </Note>
        </noscript>
        <OptionSelect
          name="laboratory_example"
          member={null}
          label="Example"
          help="Fills in the options below, in place of what was entered. Each can then be changed."
          value={example}
          onChange={chooseExample}
          choices={[
            ['', 'none: every option has its default'],
            ...examples.map(({ id, title }) => [id, title] as const),
          ]}
        />
        {groups.map(({ title, fields: some }) => (
          <section key={title} aria-label={title} className="border-t border-line pt-4">
            <h2 className="text-md">{title}</h2>
            <LaboratoryFields
              fields={some}
              entries={entries}
              onChange={(path, text) => setEntries({ ...entries, [path]: text })}
            />
          </section>
        ))}
        {unreadable.length > 0 && (
          <Note kind="warning">{`Not JSON yet: ${unreadable.join(', ')}. Correct it, or empty the field.`}</Note>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-line pt-4">
          <button type="submit" className={buttonClass({ look: 'solid', size: 'large' })}>
            Start laboratory
            <Icon name="arrow" />
          </button>
          <DeviationFields value={deviation} onChange={chooseDeviation} deviations={deviations} />
          <OwnCertificateFields of="issuance" />
          <CurlDetails
            command={curlOfForm(`${baseUrl}/sessions`, readSessionFields(form))}
            what="request"
            summary="Copy as request"
          />
        </div>
      </SessionForm>
    </Panel>
  )
}
