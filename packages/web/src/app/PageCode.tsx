import { usePageCode } from '../client/page-code.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

const words = {
  old: 'A new version is ready. What you have written is kept',
  incomplete: 'A part of this page could not be loaded. What you have written is kept',
}

/** Says that only a reload brings what is missing: the server was upgraded under an open page, or the line was cut. */
export function PageCode() {
  const code = usePageCode()
  if (code === 'whole') return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      {words[code]}
    </Notice>
  )
}
