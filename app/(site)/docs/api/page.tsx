import type { Metadata } from 'next'
import { OperationIndex } from '@/components/docs/operation-index'
import { OperationPanel } from '@/components/docs/operation-panel'
import { SchemaPanel } from '@/components/docs/schema-panel'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'
import { apiReference } from '@/lib/queries/api-reference'

export const metadata: Metadata = {
  title: 'Interface',
  description: 'Every path, request and response of this service, generated from the schemas it validates against.',
}

export default async function ApiPage() {
  const { version, groups, schemas } = await apiReference()
  return (
    <div className="mx-auto max-w-[1360px] px-4 md:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pt-6 pb-4">
        <div>
          <h1 className="text-2xl">Interface</h1>
          <p className="mt-1 max-w-[74ch] text-ink-2">
            Every path, its request and its possible responses, version {version}. Generated from the schemas that the
            service validates against.
          </p>
        </div>
        <a href={paths.openApi()} className={buttonClass()}>
          OpenAPI 3.1
        </a>
      </div>
      <div className="grid items-start gap-6 md:grid-cols-[232px_minmax(0,1fr)]">
        <div className="text-sm max-md:order-last md:sticky md:top-[calc(var(--bar)+16px)] md:max-h-[calc(100dvh-var(--bar)-32px)] md:overflow-y-auto md:px-2">
          <OperationIndex groups={groups} />
        </div>
        <div className="grid gap-8">
          {groups.map(({ name, description, operations }) => (
            <section key={name} aria-labelledby={`group-${name}`}>
              <h2 id={`group-${name}`} className="text-lg">
                {name}
              </h2>
              <p className="max-w-[74ch] text-sm text-ink-2">{description}</p>
              {operations.map((operation) => (
                <OperationPanel key={operation.id} operation={operation} />
              ))}
            </section>
          ))}
          <section aria-labelledby="schemas">
            <h2 id="schemas" className="text-lg">
              Schemas
            </h2>
            {schemas.map(({ name, schema }) => (
              <SchemaPanel key={name} name={name} schema={schema} />
            ))}
          </section>
        </div>
      </div>
    </div>
  )
}
