// Client: the sentence, the curl command and the credentials of the chosen issuer change together.
'use client'

import { useState } from 'react'
import type { IssuerView } from '@/lib/queries/issuers'
import { credentialWords, issuerWords } from '../inspector/model/flows/issuance-titles'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { curlCommand } from './curl-command'
import { SentenceSelect } from './sentence-select'
import { SessionForm } from './session-form'
import { SessionOptionFields } from './session-option-fields'

const flows = [
  { value: 'pre_authorized_code', label: 'pre-authorized code' },
  { value: 'authorization_code', label: 'authorization code' },
] as const
const modes = [
  { value: 'credential_offer_uri', label: 'by reference' },
  { value: 'credential_offer', label: 'by value' },
] as const

interface IssuanceStartProps {
  readonly baseUrl: string
  readonly issuers: readonly IssuerView[]
}

/** The panel that starts an issuance session: a sentence with choices in it, the same as a command. */
export function IssuanceStart({ baseUrl, issuers }: IssuanceStartProps) {
  const [issuerId, setIssuerId] = useState(issuers[0]?.id ?? '')
  const [flow, setFlow] = useState<string>(flows[0].value)
  const [mode, setMode] = useState<string>(modes[0].value)
  const [options, setOptions] = useState<Readonly<Record<string, string>>>({})
  const configurations = issuers.find(({ id }) => id === issuerId)?.credential_configuration_ids ?? []
  const [chosen, setChosen] = useState('')
  const configuration = configurations.includes(chosen) ? chosen : (configurations[0] ?? '')
  const command = curlCommand(`${baseUrl}/sessions`, {
    issuer_configuration_id: issuerId,
    credential_configuration_id: configuration,
    flow,
    credential_offer_mode: mode,
    ...options,
  })
  return (
    <Panel labelledBy="issue" className="p-4 md:p-6">
      <SessionForm labelledBy="issue" className="flex flex-col gap-4">
        <h2 id="issue" className="flex items-center gap-2.5 text-lg">
          <Icon name="wallet" />
          Issue a credential to my wallet
        </h2>
        <p className="text-lg/[2] tracking-tight text-ink-2 md:text-xl/[1.8]">
          Offer a{' '}
          <SentenceSelect
            name="credential_configuration_id"
            label="Credential"
            value={configuration}
            onChange={setChosen}
            choices={configurations.map((id) => ({ value: id, label: credentialWords(id) }))}
          />{' '}
          from the{' '}
          <SentenceSelect
            name="issuer_configuration_id"
            label="Issuer"
            value={issuerId}
            onChange={setIssuerId}
            choices={issuers.map(({ id }) => ({ value: id, label: `${issuerWords(id)} issuer` }))}
          />
          , by <SentenceSelect name="flow" label="Flow" value={flow} onChange={setFlow} choices={flows} />, with the
          offer{' '}
          <SentenceSelect
            name="credential_offer_mode"
            label="Offer delivery"
            value={mode}
            onChange={setMode}
            choices={modes}
          />
          .
        </p>
        <SessionOptionFields values={options} onChange={(name, value) => setOptions({ ...options, [name]: value })} />
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className={buttonClass({ look: 'solid', size: 'large' })}>
            Start issuance
            <Icon name="arrow" />
          </button>
        </div>
      </SessionForm>
      <details className="mt-4">
        <summary className="chevron flex items-center text-sm text-ink-2">Equivalent curl command</summary>
        <div className="mt-2 mb-1.5">
          <CopyButton text={command} what="command" />
        </div>
        <pre className="rounded-md border border-line bg-sunk px-3 py-2.5 text-xs/[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {command}
        </pre>
      </details>
    </Panel>
  )
}
