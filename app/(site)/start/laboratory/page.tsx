import type { Metadata } from 'next'
import { ChangeRequest } from '@/components/start/change-request'
import { laboratoryFormId } from '@/components/start/form-ids'
import { LaboratoryStart } from '@/components/start/laboratory-start'
import { UseInWorkbench } from '@/components/start/use-in-workbench'
import { paths } from '@/lib/paths'
import { changeAsked } from '@/lib/queries/change-preview'
import type { SearchParams } from '@/lib/queries/inspector-target'
import { issuerDeviationChoices } from '@/lib/queries/issuer-deviations'
import { serviceView } from '@/lib/queries/issuers'
import { laboratoryExamples, laboratoryFieldGroups } from '@/lib/queries/laboratory-options'
import { renderedPaths } from '@/lib/rendered-paths'

export const metadata: Metadata = { title: 'Laboratory' }

interface PageProps {
  readonly searchParams: Promise<SearchParams>
}

export default async function LaboratoryPage({ searchParams }: PageProps) {
  const { baseUrl, issuers } = await serviceView()
  const change = await changeAsked('issuance', await searchParams)
  return (
    <div className="mx-auto max-w-[960px] px-4 pt-8 pb-12 md:px-6 md:pt-14">
      <h1 className="text-2xl">Laboratory: an issuer of your own</h1>
      <p className="mt-2 mb-6 max-w-[760px] text-ink-2">
        A laboratory is an issuer that belongs to one session: its metadata, keys and behaviour are yours alone, so
        every request to it is evidence of your wallet. An option that you leave alone has its default. Use synthetic
        data only.
      </p>
      <LaboratoryStart
        baseUrl={baseUrl}
        issuers={issuers}
        groups={laboratoryFieldGroups()}
        deviations={issuerDeviationChoices()}
        examples={laboratoryExamples()}
        initial={change?.fields}
      />
      <UseInWorkbench form={laboratoryFormId} wing="issuance" />
      <ChangeRequest
        kind="issuance"
        form={laboratoryFormId}
        action={renderedPaths.changeLaboratory()}
        api={`${baseUrl}${paths.api.sessions()}`}
        asked={change}
      />
    </div>
  )
}
