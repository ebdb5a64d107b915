/**
 * The script of what visitors use. It speaks to `window.octavo` alone, which the service puts beside the page; where that is absent (the page
 * is opened as a file), the same calls keep everything in this browser, and the page says so. No text of a record is ever markup.
 */

export const CORE_SCRIPT = String.raw`
var lang=document.documentElement.lang||'en';
var es=/^(es|gl|eu|ca)/i.test(lang);
function T(en,sp){return es?sp:en;}
function make(tag,name,text){var e=document.createElement(tag);if(name)e.className=name;if(text!==undefined)e.textContent=text;return e;}
function each(list,run){Array.prototype.forEach.call(list,run);}
function number(value,options){try{return new Intl.NumberFormat(lang,options||{maximumFractionDigits:2}).format(value);}catch(e){return String(value);}}
function day(text){
  var m=/^(\d{4})-(\d\d)-(\d\d)/.exec(text);
  if(!m)return text;
  try{return new Intl.DateTimeFormat(lang,{dateStyle:'medium',timeZone:'UTC'}).format(new Date(Date.UTC(+m[1],m[2]-1,+m[3])));}catch(e){return text;}
}
var MESSAGES={
  record_too_large:T('This is too long to be kept; make it shorter.','Es demasiado largo para guardarlo; acórtelo.'),
  too_many_records:T('No more entries are possible here.','Aquí no caben más entradas.'),
  rate_limited:T('Too many requests at the moment. Wait a minute and try again.','Demasiadas peticiones ahora mismo. Espere un minuto e inténtelo de nuevo.'),
  revision_conflict:T('Somebody else changed this at the same time. What they wrote is shown now; try again.','Otra persona lo ha cambiado a la vez. Ahora se muestra lo suyo; inténtelo de nuevo.'),
  link_expired:T('This link has expired; ask for a new one.','Este enlace ha caducado; pida uno nuevo.'),
  not_found:T('This no longer exists.','Esto ya no existe.')
};
function failure(error){
  var code=error&&error.code;
  if(MESSAGES[code])return MESSAGES[code];
  if(code&&code!=='offline'&&error.message)return error.message;
  return T('This could not be kept: the service cannot be reached. What you entered is still here; try again.','No se ha podido guardar: no hay conexión con el servicio. Lo que ha escrito sigue aquí; inténtelo de nuevo.');
}
function state(root,text,tone){
  var p=root.querySelector('.state');
  if(!p)return;
  p.className='state'+(tone?' '+tone:'');
  p.textContent=text||'';
}
function inBrowser(){
  var memory={},listeners={},kept=true,prefix='octavo:'+location.pathname+':';
  try{localStorage.setItem(prefix,'');localStorage.removeItem(prefix);}catch(e){kept=false;}
  function read(name){
    if(!kept)return memory[name]||[];
    try{return JSON.parse(localStorage.getItem(prefix+name)||'[]');}catch(e){return[];}
  }
  function tell(name){(listeners[name]||[]).forEach(function(run){setTimeout(run,0);});}
  function write(name,list){
    if(list.length>5000)throw{code:'too_many_records'};
    if(kept){try{localStorage.setItem(prefix+name,JSON.stringify(list));}catch(e){throw{code:'too_many_records'};}}
    else memory[name]=list;
    tell(name);
  }
  if(kept)addEventListener('storage',function(event){if(event.key&&event.key.indexOf(prefix)===0)tell(event.key.slice(prefix.length));});
  function later(run){return new Promise(function(done,fail){try{done(run());}catch(error){fail(error);}});}
  return{
    ready:Promise.resolve({storage:kept?'local':'none',language:lang,file:true}),
    collection:function(name){
      function at(list,id){for(var i=0;i<list.length;i++)if(list[i].id===id)return i;throw{code:'not_found'};}
      return{
        add:function(record){return later(function(){
          if(JSON.stringify(record).length>16384)throw{code:'record_too_large'};
          var list=read(name),item={id:'here_'+Date.now().toString(36)+Math.random().toString(36).slice(2,10),revision:1,created_at:new Date().toISOString(),record:record};
          list.push(item);write(name,list);return item;
        });},
        list:function(options){return later(function(){
          var list=read(name),start=options&&options.after?at(list,options.after)+1:0,most=options&&options.limit||100;
          return{data:list.slice(start,start+most),has_more:list.length>start+most};
        });},
        get:function(id){return later(function(){var list=read(name);return list[at(list,id)];});},
        update:function(id,record,options){return later(function(){
          var list=read(name),item=list[at(list,id)];
          if(options&&options.revision&&options.revision!==item.revision)throw{code:'revision_conflict'};
          item.record=record;item.revision+=1;write(name,list);return item;
        });},
        remove:function(id){return later(function(){var list=read(name);list.splice(at(list,id),1);write(name,list);});},
        onChange:function(run){(listeners[name]=listeners[name]||[]).push(run);}
      };
    }
  };
}
var octavo=window.octavo||inBrowser();
Promise.resolve(octavo.ready).then(function(info){
  if(!info||info.storage==='shared')return;
  var first=document.querySelector('[data-use]:not(.calculator)');
  if(!first)return;
  var text=info.storage==='none'?T('Nothing that you enter on this page is kept after you close it.','Nada de lo que escriba en esta página se guarda al cerrarla.')
    :info.file?T('This page is open as a file: what you enter stays in this browser, and nobody else sees it.','Esta página está abierta como archivo: lo que escriba se queda en este navegador y nadie más lo ve.')
    :T('What you enter on this page stays in this browser, and nobody else sees it.','Lo que escriba en esta página se queda en este navegador y nadie más lo ve.');
  var note=make('p','notice no-print',text);
  note.setAttribute('role','note');
  first.parentNode.insertBefore(note,first);
},function(){});
var ALL_MAX=5000,PAGE=500;
function all(store){
  var found=[];
  function next(after){
    return store.list(after?{limit:PAGE,after:after}:{limit:PAGE}).then(function(page){
      found=found.concat(page.data);
      if(page.has_more&&page.data.length&&found.length<ALL_MAX)return next(page.data[page.data.length-1].id);
      return found;
    });
  }
  return next();
}
var watched={};
function watch(root,name,show){
  var one=watched[name];
  if(!one){
    one=watched[name]={store:octavo.collection(name),shows:[],timer:0,load:function(){
      return all(one.store).then(function(list){one.list=list;one.shows.forEach(function(each){each.show(list);});},function(error){one.shows.forEach(function(each){state(each.root,failure(error),'bad');});});
    }};
    try{one.store.onChange(function(){clearTimeout(one.timer);one.timer=setTimeout(one.load,150);});}catch(e){}
    setTimeout(one.load,0);
  }
  one.shows.push({root:root,show:show});
  return one;
}
function bars(list,entries,unit){
  var most=entries.reduce(function(high,each){return Math.max(high,each.value);},0)||1,column=list.classList.contains('column');
  list.textContent='';
  entries.forEach(function(each){
    var item=make('li'),track=make('span','track'),bar=make('span','bar-in');
    item.appendChild(make('span','name',each.name));
    bar.style[column?'height':'width']=Math.max(0,each.value/most*100)+'%';
    track.setAttribute('aria-hidden','true');
    track.appendChild(bar);
    item.appendChild(track);
    item.appendChild(make('span','value',number(each.value)+(unit?' '+unit:'')));
    list.appendChild(item);
  });
}
function busy(button,on){if(on)button.setAttribute('aria-disabled','true');else button.removeAttribute('aria-disabled');}
var uses={};
`.trim();

/** Starts every block on the page that has a script. */
export const START_SCRIPT = String.raw`
each(document.querySelectorAll('[data-use]'),function(root){
  var run=uses[root.getAttribute('data-use')];
  if(run)run(root,JSON.parse(root.getAttribute('data-o')));
});
`.trim();
