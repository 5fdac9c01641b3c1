// Client: the sentence, the curl command and the credentials of the chosen issuer change together.
'use client'

import Link from 'next/link'
import { useState } from 'react'
import { credentialWords, issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import { paths } from '@/lib/paths'
import type { IssuerDeviationChoice } from '@/lib/queries/issuer-deviations'
import type { IssuerView } from '@/lib/queries/issuers'
import { buttonClass } from '../ui/button-class'
import { CurlDetails } from '../ui/curl-details'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { DeviationFields } from './deviation-fields'
import { issuanceFormId } from './form-ids'
import { OptionFields, OwnCertificateFields } from './option-fields'
import { SentenceSelect, sentenceWord } from './sentence-select'
import { readSessionFields } from './session-fields'
import { curlOfForm, SessionForm } from './session-form'
import { issuerOptionFields, issuerSentence } from './session-form-controls'

const { flow: flowWord, credential_offer_mode: modeWord, trust_framework: trustWord } = issuerSentence

/** Names for credentials by format. */
const formatWords: ReadonlyMap<string, string> = new Map([
  ['dc+sd-jwt', credentialWords('sd-jwt')],
  ['mso_mdoc', credentialWords('mdoc')],
])

interface IssuanceStartProps {
  readonly baseUrl: string
  readonly issuers: readonly IssuerView[]
  readonly deviations: readonly IssuerDeviationChoice[]
}

/** Starts an issuance session: a sentence with choices, and the equivalent command. */
export function IssuerStart({ baseUrl, issuers, deviations }: IssuanceStartProps) {
  const [issuerId, setIssuerId] = useState(issuers[0]?.id ?? '')
  const [flow, setFlow] = useState<string>(flowWord.choices[0][0])
  const [mode, setMode] = useState<string>(modeWord.choices[0][0])
  // Not remembered: newcomers should start with the shared issuers, which are outside the trust framework.
  const [trust, setTrust] = useState('')
  const [options, setOptions] = useState<Readonly<Record<string, string>>>({})
  const configurations = issuers.find(({ id }) => id === issuerId)?.credential_configuration_ids ?? []
  // The state holds the credential instead of an issuer's id for it, so that switching issuers keeps it.
  const [credential, setCredential] = useState('')
  const wanted = configurations.find((id) => credentialWords(id) === credential)
  const configuration = wanted ?? configurations[0] ?? ''
  /** A fault presets the options it needs: the sentence shows them, and they can still be changed. */
  const chooseDeviation = (fault: IssuerDeviationChoice | null) => {
    const { flow: byFlow, credential_offer_mode: byMode, dpop_nonce: nonce, tx_code: code } = fault?.needs ?? {}
    const ofFormat = configurations.find((id) => credentialWords(id) === formatWords.get(fault?.format ?? ''))
    if (byFlow !== undefined) setFlow(byFlow)
    if (byMode !== undefined) setMode(byMode)
    if (ofFormat !== undefined) setCredential(credentialWords(ofFormat))
    setOptions({
      ...options,
      issuer_fault: fault?.id ?? '',
      ...(nonce === undefined ? {} : { dpop_nonce: nonce }),
      ...(code === undefined ? {} : { tx_code: 'numeric' }),
    })
  }
  const fields = new FormData()
  for (const [name, value] of Object.entries({
    issuer_configuration_id: issuerId,
    credential_configuration_id: configuration,
    flow,
    credential_offer_mode: mode,
    trust_framework: trust,
    ...options,
  }))
    fields.set(name, value)
  const command = curlOfForm(`${baseUrl}/sessions`, readSessionFields(fields))
  return (
    <Panel labelledBy="issue" className="p-4 md:p-6">
      <SessionForm id={issuanceFormId} labelledBy="issue" className="flex flex-col gap-4">
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
            onChange={(id) => setCredential(credentialWords(id))}
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
          , by <SentenceSelect name="flow" value={flow} onChange={setFlow} {...sentenceWord(flowWord)} />, with the
          offer{' '}
          <SentenceSelect name="credential_offer_mode" value={mode} onChange={setMode} {...sentenceWord(modeWord)} />,
          under <SentenceSelect name="trust_framework" value={trust} onChange={setTrust} {...sentenceWord(trustWord)} />{' '}
          trust.
        </p>
        {trust === 'eu' && (
          <p className="text-sm text-ink-2">
            The session gets an issuer of its own (laboratory), with an access and a registration certificate.{' '}
            <Link className="link" href={paths.trust()}>
              What the wallet has to trust
            </Link>
          </p>
        )}
        {credential !== '' && wanted === undefined && (
          <p role="status" className="text-sm text-warn-ink">
            This issuer has no {credential}: its {credentialWords(configuration)} is offered.
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className={buttonClass({ look: 'solid', size: 'large' })}>
            Start issuance
            <Icon name="arrow" />
          </button>
          <OptionFields
            of={issuerOptionFields}
            values={options}
            onChange={(name, value) => setOptions({ ...options, [name]: value })}
          />
          <DeviationFields value={options.issuer_fault ?? ''} onChange={chooseDeviation} deviations={deviations} />
          <OwnCertificateFields of="issuance" />
          <Link className="link inline-flex min-h-6 items-center text-sm" href={paths.startLaboratory()}>
            Laboratory: an issuer of your own
          </Link>
          <CurlDetails command={command} what="command" />
        </div>
      </SessionForm>
    </Panel>
  )
}
