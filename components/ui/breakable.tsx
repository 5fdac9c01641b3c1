import { Fragment } from 'react'

/** Text with names such as `jwt.claims.aud`, which a narrow column breaks after a dot or underscore, not elsewhere. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[._])/).map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {name}
    </Fragment>
  ))
