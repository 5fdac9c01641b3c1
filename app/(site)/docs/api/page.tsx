import type { Metadata } from 'next'
import { OperationDetails, RefusalTable } from '@/components/docs/api-reference'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'
import { type ApiReference, apiReference } from '@/lib/queries/api-reference'
import { nextTurn } from '@/lib/queries/next-turn'

export const metadata: Metadata = {
  title: 'API reference',
  description: 'Every operation of this service with its members and an example.',
}

export default async function ApiPage() {
  const reference = await apiReference()
  const { version, groups, variables, baseUrl } = reference
  return (
    <div className="mx-auto max-w-[1360px] px-4 pb-12 md:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pt-6">
        <h1 className="text-2xl">API reference</h1>
        <a href={paths.openApi()} className={buttonClass()}>
          OpenAPI 3.1
        </a>
      </div>
      <p className="mt-1 max-w-[74ch] text-ink-2">
        Version {version}. Open an operation for its members and an example. Members are required unless marked
        optional. Long responses in the examples are shortened. “Extension” marks our additions to the required
        interface.
      </p>
      <nav aria-label="Groups" className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
        {groups.map(({ name }) => (
          <a key={name} className="link target" href={`#group-${name}`}>
            {name}
          </a>
        ))}
        <a className="link target" href="#errors">
          Errors
        </a>
        <a className="link target" href="#variables">
          Path variables
        </a>
      </nav>
      {groups.map((group) => (
        <Group key={group.name} group={group} baseUrl={baseUrl} />
      ))}
      <section aria-labelledby="errors" className="mt-8 grid gap-3">
        <h2 id="errors" className="text-lg">
          Errors
        </h2>
        <RefusalTable reference={reference} />
      </section>
      <section aria-labelledby="variables" className="mt-8 grid gap-3">
        <h2 id="variables" className="text-lg">
          Path variables
        </h2>
        <dl className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[max-content_minmax(0,1fr)]">
          {variables.map(({ name, description }) => (
            <div key={name} className="md:contents">
              <dt>
                <code>{`{${name}}`}</code>
              </dt>
              <dd className="text-ink-2">{description}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

interface GroupProps {
  readonly group: ApiReference['groups'][number]
  readonly baseUrl: string
}

/** Operations of one group. Yields to other requests first: rendering the whole page at once would block them. */
async function Group({ group: { name, description, operations }, baseUrl }: GroupProps) {
  await nextTurn()
  return (
    <section aria-labelledby={`group-${name}`} className="mt-8">
      <h2 id={`group-${name}`} className="text-lg">
        {name}
      </h2>
      <p className="max-w-[74ch] text-sm text-ink-2">{description}</p>
      <div className="mt-3 rounded-md border border-line bg-surface">
        {operations.map((operation) => (
          <OperationDetails key={operation.id} operation={operation} baseUrl={baseUrl} />
        ))}
      </div>
    </section>
  )
}
