import type { Metadata } from 'next'
import { ChangeRequest } from '@/components/start/change-request'
import { presentationFormId } from '@/components/start/form-ids'
import { ReferenceRun } from '@/components/start/reference-run'
import { StartPage } from '@/components/start/start-page'
import { UseInWorkbench } from '@/components/start/use-in-workbench'
import { VerifierStart } from '@/components/start/verifier-start'
import { reachOf } from '@/lib/core/shared/values/reach'
import { defaultDcqlQuery } from '@/lib/core/verifier/read/request/session-query'
import { paths } from '@/lib/paths'
import { changeAsked } from '@/lib/queries/change-preview'
import { misbehaviourCount } from '@/lib/queries/checks'
import type { SearchParams } from '@/lib/queries/inspector-target'
import { serviceView } from '@/lib/queries/issuers'
import { refusalTestChoices } from '@/lib/queries/refusal-tests'
import { allVerifierMisbehaviours } from '@/lib/queries/verifier-misbehaviours'
import { renderedPaths } from '@/lib/rendered-paths'

export const metadata: Metadata = {
  title: 'Present a credential',
  description: 'Ask a wallet for a presentation over OpenID4VP, with options, and see every request that it sends.',
}

interface PageProps {
  readonly searchParams: Promise<SearchParams>
}

export default async function StartPresentationPage({ searchParams }: PageProps) {
  const { baseUrl, trust } = await serviceView()
  const change = await changeAsked('presentation', await searchParams)
  return (
    <StartPage
      title="Present a credential"
      about="One presentation with options of your own. The next page shows its QR code, then every request of the wallet with what the checks say."
      reach={reachOf(baseUrl)}
    >
      <VerifierStart
        baseUrl={baseUrl}
        defaultQuery={defaultDcqlQuery}
        refusalTests={refusalTestChoices()}
        trust={trust}
        initial={change?.fields}
      />
      <UseInWorkbench form={presentationFormId} wing="presentation" />
      <ReferenceRun misbehaviours={allVerifierMisbehaviours()} count={misbehaviourCount()} form={presentationFormId} />
      <ChangeRequest
        kind="presentation"
        form={presentationFormId}
        action={renderedPaths.changePresentation()}
        api={`${baseUrl}${paths.api.presentationSessions()}`}
        asked={change}
      />
    </StartPage>
  )
}
