'use client'

import Link from 'next/link'
import { useState } from 'react'
import type { DcApiProtocol } from '@/lib/core/shared/ports/dc-api'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import type { RefusalTestChoice } from '@/lib/queries/refusal-tests'
import { buttonClass } from '../ui/button-class'
import { CurlDetails } from '../ui/curl-details'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { DcqlEditor } from './dcql-editor'
import { RefusalTestFields } from './deviation-fields'
import { presentationFormId } from './form-ids'
import { OptionFields, OwnCertificateFields } from './option-fields'
import { SentenceSelect, sentenceWord, type TrustChoice, useTrust } from './sentence-select'
import { deliveries, readVerifierFields } from './session-fields'
import { curlOfForm, SessionForm } from './session-form'
import { verifierOptionFields, verifierSentence } from './session-form-controls'
import { ownQuery, presetText, verifierPresets } from './verifier-presets'

const { response_mode: modeWord, profile: profileWord, trust_framework: trustWord } = verifierSentence

const presetChoices = [
  ...verifierPresets.map(({ id, label }) => ({ value: id, label })),
  { value: ownQuery, label: 'a query of my own' },
]

interface PresentationStartProps {
  readonly baseUrl: string
  /** Query of a session without one. */
  readonly defaultQuery: JsonObject
  readonly refusalTests: readonly RefusalTestChoice[]
  /** Default trust framework of the installation. */
  readonly trust: TrustChoice
  /** Fields to begin with, as the form sent them. */
  readonly initial?: Readonly<Record<string, string>> | undefined
}

/** Members sent by the form, for the command; none while the query is invalid JSON. */
function membersOf(fields: Readonly<Record<string, string>>): JsonObject {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const read = readVerifierFields(form)
  return read.ok ? read.body : {}
}

/** Fields with a state of their own beside the other options. */
const ownState = [
  ...['preset', 'dcql_query', 'delivery', 'response_mode', 'trust_framework'],
  ...['presentation_channel', 'dc_api_protocols'],
]

/** Starts a presentation session: a sentence with choices, the query, and the equivalent command. */
export function VerifierStart({
  baseUrl,
  defaultQuery,
  refusalTests,
  trust: byDefault,
  initial = {},
}: PresentationStartProps) {
  const [preset, setPreset] = useState<string>(initial.preset ?? verifierPresets[0]?.id ?? ownQuery)
  const [text, setText] = useState(() => initial.dcql_query ?? presetText(preset, defaultQuery))
  const [delivery, setDelivery] = useState<string>(initial.delivery ?? deliveries[0].value)
  const [channel, setChannel] = useState<string>(initial.presentation_channel ?? channels[0].value)
  const [browserRequest, setBrowserRequest] = useState(initial.dc_api_protocols ?? browserRequests[0]?.value ?? '')
  const [mode, setMode] = useState<string>(initial.response_mode ?? modeWord.choices[0][0])
  const [options, setOptions] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(initial).filter(([name]) => !ownState.includes(name))),
  )
  const [isEditing, setIsEditing] = useState(false)
  const [trust, setTrust] = useTrust(byDefault)
  const choose = (id: string) => {
    setPreset(id)
    if (id === ownQuery) setIsEditing(true)
    else setText(presetText(id, defaultQuery))
  }
  const write = (query: string) => {
    setText(query)
    setPreset(ownQuery)
  }
  /** Annex C can request only mdocs, so the query may change with the protocol. */
  const ask = (how: string, request: string) => {
    setChannel(how)
    setBrowserRequest(request)
    const fitting = how === '' ? preset : presetFor(request, preset)
    if (fitting !== preset) choose(fitting)
  }
  /** Form fields for the request's channel. */
  const way: Readonly<Record<string, string>> =
    channel === '' ? { delivery } : { presentation_channel: channel, dc_api_protocols: browserRequest }
  const change = (changed: Readonly<Record<string, string>>) => setOptions({ ...options, ...changed })
  const setOption = (name: string, value: string) => change({ [name]: value })
  const note = verifierPresets.find(({ id }) => id === preset)?.note
  const command = curlOfForm(
    `${baseUrl}${paths.api.presentationSessions()}`,
    membersOf({ preset, dcql_query: text, ...way, response_mode: mode, trust_framework: trust, ...options }),
  )
  return (
    <Panel labelledBy="ask" className="p-4 md:p-6">
      <SessionForm kind="presentation" id={presentationFormId} labelledBy="ask" className="flex flex-col gap-4">
        <h2 id="ask" className="flex items-center gap-2.5 text-lg">
          <Icon name="phone" />
          Ask my wallet for a presentation
        </h2>
        <p className="text-lg/[2] tracking-tight text-ink-2 md:text-xl/[1.8]">
          Ask for{' '}
          <SentenceSelect name="preset" label="Question" value={preset} onChange={choose} choices={presetChoices} />,{' '}
          <SentenceSelect
            name="presentation_channel"
            label="How"
            value={channel}
            onChange={(how) => ask(how, browserRequest)}
            choices={channels}
          />
          {channel === '' ? (
            <>
              , fetched{' '}
              <SentenceSelect
                name="delivery"
                label="Request delivery"
                value={delivery}
                onChange={setDelivery}
                choices={deliveries}
              />
            </>
          ) : (
            <>
              , request{' '}
              <SentenceSelect
                name="dc_api_protocols"
                label="Request"
                value={browserRequest}
                onChange={(request) => ask(channel, request)}
                choices={browserRequests}
              />
            </>
          )}
          , response <SentenceSelect name="response_mode" value={mode} onChange={setMode} {...sentenceWord(modeWord)} />
          , judged by{' '}
          <SentenceSelect
            name="profile"
            value={options.profile ?? ''}
            onChange={(profile) => setOption('profile', profile)}
            {...sentenceWord(profileWord)}
          />
          , under{' '}
          <SentenceSelect name="trust_framework" value={trust} onChange={setTrust} {...sentenceWord(trustWord)} />{' '}
          trust.
        </p>
        {note !== undefined && <p className="text-sm text-ink-2">{note}</p>}
        {channel !== '' && (
          <p className="text-sm text-ink-2">
            The Digital Credentials API: a page of this service asks a browser, which finds the wallet. It needs https,
            or a browser on this machine.
          </p>
        )}
        {trust === 'eu' && (
          <p className="text-sm text-ink-2">
            European wallets want more than the test root: the request is signed under an access certificate and carries
            a registration certificate.{' '}
            <Link className="link" href={paths.trust()}>
              What the wallet has to trust
            </Link>
          </p>
        )}
        {options.profile === 'haip' && (
          <p className="text-sm text-ink-2">
            HAIP is stricter: its rules count in the verdict and can refuse responses. By reference and encrypted only.
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button type="submit" className={buttonClass({ look: 'solid', size: 'large' })}>
            Start presentation
            <Icon name="arrow" />
          </button>
          <OptionFields of={verifierOptionFields} values={options} onChange={setOption} />
          <RefusalTestFields values={options} onChange={change} tests={refusalTests} />
          <OwnCertificateFields of="presentation" />
          <details
            className="min-w-0 open:basis-full"
            open={isEditing}
            onToggle={(event) => setIsEditing(event.currentTarget.open)}
          >
            <summary className="chevron flex items-center text-sm text-ink-2">View and edit the query</summary>
            <div className="mt-3">
              <DcqlEditor text={text} onChange={write} isOpen={isEditing} />
            </div>
          </details>
          <CurlDetails command={command} what="command of the presentation" />
        </div>
      </SessionForm>
    </Panel>
  )
}

/** Channels for the request. */
const channels = [
  { value: '', label: 'by link' },
  { value: 'dc_api', label: 'through the browser' },
] as const

const asked = (label: string, ...protocols: readonly DcApiProtocol[]) => ({
  /** As sent in the form. */
  value: protocols.length === 0 ? '' : JSON.stringify(protocols),
  label,
  /** Annex C can request only mdocs. */
  mdocOnly: protocols.includes('org-iso-mdoc'),
})

/** Browser requests: one protocol, or all of them in one call. */
export const browserRequests = [
  asked('signed'),
  asked('unsigned', 'openid4vp-v1-unsigned'),
  asked('multi-signed', 'openid4vp-v1-multisigned'),
  asked('ISO mdoc', 'org-iso-mdoc'),
  asked('all', 'openid4vp-v1-signed', 'openid4vp-v1-unsigned', 'openid4vp-v1-multisigned', 'org-iso-mdoc'),
]

/** Preset for a browser request: the chosen one, or an mdoc preset if nothing else can be requested. */
export function presetFor(request: string, preset: string): string {
  const { mdocOnly = false } = browserRequests.find(({ value }) => value === request) ?? {}
  const query = verifierPresets.find(({ id }) => id === preset)
  // The editor's text is the tester's own: the service reports what does not fit.
  if (!mdocOnly || query === undefined) return preset
  const formats: unknown[] = Array.isArray(query.query?.credentials)
    ? query.query.credentials.map((one) =>
        typeof one === 'object' && one !== null && 'format' in one ? one.format : null,
      )
    : [null]
  return formats.every((format) => format === 'mso_mdoc') ? preset : 'mdoc'
}
