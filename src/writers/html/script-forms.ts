/** The scripts of forms and of lists of what was entered. */

export const FORM_SCRIPT = String.raw`
uses.form=function(root,o){
  var store=octavo.collection(o.collection),button=root.querySelector('button'),sending=false;
  var fields=o.fields.map(function(field,at){
    var inputs=root.querySelectorAll('[data-field="'+at+'"]'),box=inputs[0].closest('.field');
    return{spec:field,inputs:inputs,error:box.querySelector('.error')};
  });
  function value(field){
    var first=field.inputs[0];
    if(first.type==='checkbox')return first.checked;
    if(first.type==='radio'){var found='';each(field.inputs,function(each){if(each.checked)found=each.value;});return found;}
    return first.value.trim();
  }
  function fault(field,given){
    var spec=field.spec,first=field.inputs[0];
    if(spec.type==='check')return spec.required&&!given?T('This box must be ticked.','Hay que marcar esta casilla.'):'';
    if(given===''){
      if(first.validity&&first.validity.badInput)return spec.type==='date'?T('This is no complete date.','La fecha no está completa.'):T('Enter a number.','Escriba un número.');
      return spec.required?(spec.type==='choice'?T('Choose one.','Elija una opción.'):T('Enter something here.','Rellene este campo.')):'';
    }
    if(spec.type==='email'&&!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given))return T('Enter an address such as name@example.com.','Escriba una dirección como nombre@example.com.');
    if(spec.type==='number'){
      var n=Number(given);
      if(!isFinite(n))return T('Enter a number.','Escriba un número.');
      if(spec.min!==undefined&&n<spec.min)return T('At least ','Como mínimo ')+number(spec.min)+'.';
      if(spec.max!==undefined&&n>spec.max)return T('At most ','Como máximo ')+number(spec.max)+'.';
    }
    if((spec.type==='text'||spec.type==='long_text')&&spec.max!==undefined&&given.length>spec.max)return T('At most ','Como máximo ')+spec.max+T(' characters.',' caracteres.');
    return'';
  }
  function show(field,text){
    field.error.textContent=text;
    field.error.hidden=!text;
    each(field.inputs,function(input){if(text)input.setAttribute('aria-invalid','true');else input.removeAttribute('aria-invalid');});
  }
  fields.forEach(function(field){
    each(field.inputs,function(input){
      input.addEventListener('input',function(){if(!field.error.hidden)show(field,fault(field,value(field)));});
      input.addEventListener('keydown',function(event){
        if(event.key!=='Enter'||input.tagName==='TEXTAREA'||event.isComposing)return;
        event.preventDefault();send();
      });
    });
  });
  function clear(){
    fields.forEach(function(field){each(field.inputs,function(input){
      if(input.type==='checkbox'||input.type==='radio')input.checked=false;else input.value='';
    });});
  }
  function send(){
    if(sending)return;
    var record={},wrong=[];
    fields.forEach(function(field){
      var given=value(field),text=fault(field,given);
      show(field,text);
      if(text)wrong.push(field);
      else if(given!=='')record[field.spec.name]=field.spec.type==='number'?Number(given):given;
    });
    if(wrong.length){
      state(root,wrong.length===1?T('One field needs a change.','Hay un campo que corregir.'):number(wrong.length)+T(' fields need a change.',' campos que corregir.'),'bad');
      wrong[0].inputs[0].focus();
      return;
    }
    sending=true;busy(button,true);
    state(root,T('Sending …','Enviando …'));
    store.add(record).then(function(){
      clear();
      state(root,o.done||T('Thank you. Your entry is kept.','Gracias. Su entrada se ha guardado.'),'good');
      if(watched[o.collection])watched[o.collection].load();
    },function(error){
      each(error&&error.errors||[],function(wrong){
        fields.forEach(function(field){if(wrong.path==='/'+field.spec.name.replace(/~/g,'~0').replace(/\//g,'~1'))show(field,wrong.message);});
      });
      state(root,failure(error),'bad');
    }).then(function(){sending=false;busy(button,false);});
  }
  button.addEventListener('click',send);
};
`.trim();

export const RECORDS_SCRIPT = String.raw`
uses.records=function(root,o){
  var table=root.querySelector('table'),body=table.tBodies[0],head=table.tHead.rows[0],rows=[];
  var sort={name:(o.sort||'').replace(/^-/,''),down:/^-/.test(o.sort||'')};
  var collator=new Intl.Collator(lang,{numeric:true,sensitivity:'base'});
  var columns=o.columns,types=o.types,filter=/^([^=]+)=(.*)$/.exec(o.filter||''),words=[];
  function shown(value,type){
    if(value===undefined||value===null)return'';
    if(typeof value==='boolean')return value?T('Yes','Sí'):'';
    if(typeof value==='number')return number(value);
    if(typeof value==='object')return JSON.stringify(value);
    return type==='date'?day(String(value)):String(value);
  }
  function heads(){
    head.textContent='';
    columns.forEach(function(name,at){
      var cell=make('th'),button=make('button','sort',name);
      cell.scope='col';button.type='button';
      if(types[at]==='number')cell.className='n';
      if(sort.name===name)cell.setAttribute('aria-sort',sort.down?'descending':'ascending');
      button.addEventListener('click',function(){
        sort={name:name,down:sort.name===name&&!sort.down};
        heads();draw();
        head.cells[at].firstChild.focus();
      });
      cell.appendChild(button);head.appendChild(cell);
    });
  }
  var seek=null,count=null;
  function bar(){
    if(seek||rows.length<12)return;
    var box=make('div','seek');
    seek=make('input','field');seek.type='search';seek.placeholder=T('Search entries','Buscar entradas');seek.setAttribute('aria-label',seek.placeholder);
    count=make('span');count.setAttribute('role','status');
    box.appendChild(seek);box.appendChild(count);
    root.insertBefore(box,root.querySelector('.scroll'));
    seek.addEventListener('input',function(){words=seek.value.toLowerCase().split(/\s+/).filter(Boolean);draw();});
  }
  function draw(){
    var list=rows.filter(function(row){
      var record=row.record||{};
      if(filter&&String(record[filter[1].trim()])!==filter[2].trim())return false;
      var text=columns.map(function(name,at){return shown(record[name],types[at]);}).join(' ').toLowerCase();
      return words.every(function(word){return text.indexOf(word)>-1;});
    });
    if(sort.name)list=list.map(function(row,i){return{row:row,i:i,value:(row.record||{})[sort.name]};}).sort(function(a,b){
      var none=function(v){return v===undefined||v===null||v==='';};
      var order=none(a.value)?1:none(b.value)?-1:typeof a.value==='number'&&typeof b.value==='number'?a.value-b.value:collator.compare(String(a.value),String(b.value));
      if(!none(a.value)&&!none(b.value)&&sort.down)order=-order;
      return order||a.i-b.i;
    }).map(function(each){return each.row;});
    var part=document.createDocumentFragment();
    list.forEach(function(row){
      var line=make('tr');
      columns.forEach(function(name,at){line.appendChild(make('td',types[at]==='number'?'n':'',shown((row.record||{})[name],types[at])));});
      part.appendChild(line);
    });
    body.textContent='';body.appendChild(part);
    if(count)count.textContent=words.length?number(list.length)+T(' of ',' de ')+number(rows.length):'';
    state(root,list.length?T(list.length===1?'1 entry':number(list.length)+' entries',list.length===1?'1 entrada':number(list.length)+' entradas'):o.empty);
  }
  heads();
  watch(root,o.collection,function(list){
    rows=list;
    if(!columns.length){
      var names=[];
      list.forEach(function(row){Object.keys(row.record||{}).forEach(function(name){if(names.indexOf(name)<0&&names.length<20)names.push(name);});});
      columns=names;types=names.map(function(name){return list.some(function(row){return typeof (row.record||{})[name]==='number';})?'number':'text';});heads();
    }
    bar();draw();
  });
};
`.trim();
