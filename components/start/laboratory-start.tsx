// Client: the options, the request and the button stand for the same entries.
'use client'

import { useState } from 'react'
import { credentialWords, issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { IssuerDeviationChoice } from '@/lib/queries/issuer-deviations'
import type { IssuerView } from '@/lib/queries/issuers'
import type { LaboratoryExample, LaboratoryField } from '@/lib/queries/laboratory-options'
import { buttonClass } from '../ui/button-class'
import { CurlDetails } from '../ui/curl-details'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { curlOfForm } from './curl-of-form'
import { DeviationFields } from './deviation-fields'
import { LaboratoryFields } from './laboratory-fields'
import { entriesOf, type LaboratoryEntries, laboratoryRequest } from './laboratory-request'
import { OptionSelect } from './option-field'
import { OwnCertificateFields } from './own-certificate-fields'
import { readSessionFields } from './session-fields'
import { SessionForm } from './session-form'
import { issuerSentence } from './session-form-controls'

interface LaboratoryStartProps {
  readonly baseUrl: string
  readonly issuers: readonly IssuerView[]
  readonly groups: readonly { readonly title: string; readonly fields: readonly LaboratoryField[] }[]
  readonly deviations: readonly IssuerDeviationChoice[]
  readonly examples: readonly LaboratoryExample[]
}

/** The form that starts a session with an issuer of its own, and the request that it stands for. */
export function LaboratoryStart({ baseUrl, issuers, groups, deviations, examples }: LaboratoryStartProps) {
  const [issuerId, setIssuerId] = useState(issuers[0]?.id ?? '')
  const configurations = issuers.find(({ id }) => id === issuerId)?.credential_configuration_ids ?? []
  const [credential, setCredential] = useState('')
  const [flow, setFlow] = useState<string>(issuerSentence.flow.choices[0][0])
  const [mode, setMode] = useState<string>(issuerSentence.credential_offer_mode.choices[0][0])
  const [trust, setTrust] = useState('')
  const [deviation, setDeviation] = useState('')
  const [entries, setEntries] = useState<LaboratoryEntries>({})
  const [example, setExample] = useState('')
  const fields = groups.flatMap((group) => group.fields)
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
  /** An example is what its preset asks for, and nothing that was entered before. */
  const chooseExample = (id: string) => {
    setExample(id)
    setEntries(entriesOf(fields, examples.find((one) => one.id === id)?.laboratory ?? {}))
  }
  return (
    <Panel labelledBy="laboratory" className="p-4 md:p-6">
      <SessionForm labelledBy="laboratory" className="flex flex-col gap-5">
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
