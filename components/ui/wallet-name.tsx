import type { ReactNode } from 'react'

interface WalletNameProps {
  readonly name: string
  readonly version?: string
}

/**
 * A wallet as its tester named it. Name and version are isolated from each other and from the words around, because
 * either may be written from right to left.
 */
export const WalletName = ({ name, version }: WalletNameProps): ReactNode => (
  <>
    <bdi>{name}</bdi>
    {version !== undefined && (
      <>
        {' '}
        <bdi>{version}</bdi>
      </>
    )}
  </>
)
