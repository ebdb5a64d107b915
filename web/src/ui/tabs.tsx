import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  panel: ReactNode;
}

/** Views of one thing; which is open is kept in the address by whoever uses it. */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onChoose,
}: {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChoose: (value: V) => void;
}) {
  return (
    <Base.Root
      value={value}
      onValueChange={(chosen: unknown) => {
        const tab = tabs.find((one) => one.value === chosen);
        if (tab !== undefined) onChoose(tab.value);
      }}
    >
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px shrink-0 border-b-2 border-transparent px-2.5 py-2.5 font-medium text-soft outline-offset-[-3px] transition-colors hover:text-ink data-[active]:border-primary data-[active]:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
